// cuda_refused.c : the calls of CUDA 13's cuda.h that are not here (mipmaps, virtual memory,
// external resources ...), so that a program which names them links, and hears of it if it makes
// one.
//
// SPDX-License-Identifier: Apache-2.0
#define WL_CUDA_REFUSED
#include "cuda/cuda.h"

// clang-format off
#define REFUSED(X) \
    X(cuArrayGetMemoryRequirements) X(cuArrayGetPlane) \
    X(cuArrayGetSparseProperties) X(cuCheckpointProcessCheckpoint) \
    X(cuCheckpointProcessGetRestoreThreadId) X(cuCheckpointProcessGetState) \
    X(cuCheckpointProcessLock) X(cuCheckpointProcessRestore) X(cuCheckpointProcessUnlock) \
    X(cuCoredumpGetAttribute) \
    X(cuCoredumpGetAttributeGlobal) X(cuCoredumpSetAttribute) X(cuCoredumpSetAttributeGlobal) \
    X(cuCtxFromGreenCtx) X(cuCtxGetDevResource) \
    X(cuCtxGetDevice_v2) X(cuCtxGetExecAffinity) X(cuCtxRecordEvent) \
    X(cuCtxResetPersistingL2Cache) X(cuCtxSynchronize_v2) \
    X(cuCtxWaitEvent) X(cuDestroyExternalMemory) X(cuDestroyExternalSemaphore) \
    X(cuDevResourceGenerateDesc) X(cuDevSmResourceSplitByCount) \
    X(cuDeviceGetDevResource) X(cuDeviceGetExecAffinitySupport) \
    X(cuDeviceGetHostAtomicCapabilities) X(cuDeviceGetNvSciSyncAttributes) \
    X(cuDeviceGetP2PAtomicCapabilities) \
    X(cuDeviceGetP2PAttribute) X(cuDeviceGetTexture1DLinearMaxWidth) \
    X(cuDeviceRegisterAsyncNotification) \
    X(cuDeviceUnregisterAsyncNotification) \
    X(cuExternalMemoryGetMappedBuffer) \
    X(cuExternalMemoryGetMappedMipmappedArray) X(cuFlushGPUDirectRDMAWrites) X(cuFuncIsLoaded) \
    X(cuFuncLoad) X(cuGetExportTable) \
    X(cuGetProcAddress_v2_ptsz) X(cuGraphAddBatchMemOpNode) \
    X(cuGraphAddDependencies_v2) \
    X(cuGraphAddExternalSemaphoresSignalNode) X(cuGraphAddExternalSemaphoresWaitNode) \
    X(cuGraphBatchMemOpNodeGetParams) \
    X(cuGraphBatchMemOpNodeSetParams) \
    X(cuGraphChildGraphNodeGetGraph) X(cuGraphConditionalHandleCreate) \
    X(cuGraphDebugDotPrint) \
    X(cuGraphEventRecordNodeGetEvent) \
    X(cuGraphEventRecordNodeSetEvent) \
    X(cuGraphEventWaitNodeGetEvent) X(cuGraphEventWaitNodeSetEvent) \
    X(cuGraphExecBatchMemOpNodeSetParams) \
    X(cuGraphExecChildGraphNodeSetParams) \
    X(cuGraphExecEventRecordNodeSetEvent) X(cuGraphExecEventWaitNodeSetEvent) \
    X(cuGraphExecExternalSemaphoresSignalNodeSetParams) \
    X(cuGraphExecExternalSemaphoresWaitNodeSetParams) X(cuGraphExecGetFlags) \
    X(cuGraphExecNodeSetParams) X(cuGraphExecUpdate) \
    X(cuGraphExternalSemaphoresSignalNodeGetParams) \
    X(cuGraphExternalSemaphoresSignalNodeSetParams) \
    X(cuGraphExternalSemaphoresWaitNodeGetParams) X(cuGraphExternalSemaphoresWaitNodeSetParams) \
    X(cuGraphGetEdges) X(cuGraphGetEdges_v2) \
    X(cuGraphHostNodeGetParams) \
    X(cuGraphInstantiate) \
    X(cuGraphInstantiateWithParams) \
    X(cuGraphInstantiateWithParams_ptsz) X(cuGraphInstantiate_v2) \
    X(cuGraphKernelNodeCopyAttributes) X(cuGraphKernelNodeGetAttribute) \
    X(cuGraphKernelNodeGetParams) X(cuGraphKernelNodeGetParams_v2) \
    X(cuGraphKernelNodeSetAttribute) \
    X(cuGraphMemcpyNodeGetParams) \
    X(cuGraphMemsetNodeGetParams) \
    X(cuGraphNodeGetDependencies_v2) X(cuGraphNodeGetDependentNodes) \
    X(cuGraphNodeGetDependentNodes_v2) \
    X(cuGraphNodeSetParams) \
    X(cuGraphReleaseUserObject) X(cuGraphRemoveDependencies) \
    X(cuGraphRemoveDependencies_v2) X(cuGraphRetainUserObject) \
    X(cuGraphicsMapResources) \
    X(cuGraphicsMapResources_ptsz) X(cuGraphicsResourceGetMappedMipmappedArray) \
    X(cuGraphicsResourceGetMappedPointer) \
    X(cuGraphicsResourceGetMappedPointer_v2) X(cuGraphicsResourceSetMapFlags) \
    X(cuGraphicsResourceSetMapFlags_v2) \
    X(cuGraphicsSubResourceGetMappedArray) X(cuGraphicsUnmapResources) \
    X(cuGraphicsUnmapResources_ptsz) X(cuGraphicsUnregisterResource) \
    X(cuGreenCtxCreate) X(cuGreenCtxDestroy) X(cuGreenCtxGetDevResource) X(cuGreenCtxGetId) \
    X(cuGreenCtxRecordEvent) \
    X(cuGreenCtxStreamCreate) X(cuGreenCtxWaitEvent) X(cuImportExternalMemory) \
    X(cuImportExternalSemaphore) X(cuIpcCloseMemHandle) \
    X(cuIpcGetEventHandle) X(cuIpcGetMemHandle) X(cuIpcOpenEventHandle) X(cuIpcOpenMemHandle) \
    X(cuIpcOpenMemHandle_v2) \
    X(cuKernelGetAttribute) X(cuKernelGetParamInfo) X(cuKernelSetAttribute) \
    X(cuKernelSetCacheConfig) X(cuLaunchCooperativeKernelMultiDevice) \
    X(cuLibraryEnumerateKernels) X(cuLibraryGetKernelCount) \
    X(cuLibraryGetManaged) X(cuLibraryGetUnifiedFunction) X(cuLogsCurrent) X(cuLogsDumpToFile) \
    X(cuLogsDumpToMemory) \
    X(cuLogsRegisterCallback) X(cuLogsUnregisterCallback) X(cuMemAddressFree) \
    X(cuMemAddressReserve) X(cuMemAdvise) X(cuMemAdvise_v2) \
    X(cuMemBatchDecompressAsync) \
    X(cuMemBatchDecompressAsync_ptsz) \
    X(cuMemCreate) X(cuMemDiscardAndPrefetchBatchAsync) X(cuMemDiscardAndPrefetchBatchAsync_ptsz) \
    X(cuMemDiscardBatchAsync) \
    X(cuMemDiscardBatchAsync_ptsz) X(cuMemExportToShareableHandle) X(cuMemGetAccess) \
    X(cuMemGetAllocationGranularity) \
    X(cuMemGetAllocationPropertiesFromHandle) \
    X(cuMemGetHandleForAddressRange) \
    X(cuMemImportFromShareableHandle) X(cuMemMap) X(cuMemMapArrayAsync) X(cuMemMapArrayAsync_ptsz) \
    X(cuMemPoolExportPointer) X(cuMemPoolExportToShareableHandle) \
    X(cuMemPoolImportFromShareableHandle) X(cuMemPoolImportPointer) \
    X(cuMemPrefetchAsync) X(cuMemPrefetchAsync_ptsz) X(cuMemPrefetchAsync_v2) \
    X(cuMemPrefetchAsync_v2_ptsz) X(cuMemPrefetchBatchAsync) \
    X(cuMemPrefetchBatchAsync_ptsz) X(cuMemRangeGetAttribute) X(cuMemRangeGetAttributes) \
    X(cuMemRelease) X(cuMemRetainAllocationHandle) \
    X(cuMemSetAccess) X(cuMemUnmap) X(cuMemcpy3DBatchAsync) \
    X(cuMemcpy3DBatchAsync_ptsz) X(cuMemcpy3DBatchAsync_v2) \
    X(cuMemcpy3DBatchAsync_v2_ptsz) X(cuMemcpy3DPeer) X(cuMemcpy3DPeerAsync) \
    X(cuMemcpy3DPeerAsync_ptsz) X(cuMemcpy3DPeer_ptds) \
    X(cuMemcpyBatchAsync) X(cuMemcpyBatchAsync_ptsz) X(cuMemcpyBatchAsync_v2) \
    X(cuMemcpyBatchAsync_v2_ptsz) \
    X(cuMipmappedArrayCreate) \
    X(cuMipmappedArrayDestroy) X(cuMipmappedArrayGetLevel) \
    X(cuMipmappedArrayGetMemoryRequirements) X(cuMipmappedArrayGetSparseProperties) \
    X(cuModuleEnumerateFunctions) \
    X(cuModuleGetFunctionCount) X(cuModuleGetSurfRef) X(cuMulticastAddDevice) \
    X(cuMulticastBindAddr) \
    X(cuMulticastBindMem) X(cuMulticastCreate) X(cuMulticastGetGranularity) X(cuMulticastUnbind) \
    X(cuOccupancyMaxActiveClusters) \
    X(cuOccupancyMaxPotentialClusterSize) X(cuPointerSetAttribute) \
    X(cuProfilerInitialize) \
    X(cuSignalExternalSemaphoresAsync) X(cuSignalExternalSemaphoresAsync_ptsz) \
    X(cuStreamAttachMemAsync) X(cuStreamAttachMemAsync_ptsz) \
    X(cuStreamBatchMemOp) X(cuStreamBatchMemOp_ptsz) X(cuStreamBatchMemOp_v2) \
    X(cuStreamBatchMemOp_v2_ptsz) \
    X(cuStreamBeginCaptureToGraph) X(cuStreamBeginCaptureToGraph_ptsz) \
    X(cuStreamCopyAttributes) X(cuStreamCopyAttributes_ptsz) \
    X(cuStreamGetAttribute) X(cuStreamGetAttribute_ptsz) \
    X(cuStreamGetCaptureInfo) \
    X(cuStreamGetCaptureInfo_ptsz) \
    X(cuStreamGetCtx_v2) X(cuStreamGetGreenCtx) \
    X(cuStreamSetAttribute) X(cuStreamSetAttribute_ptsz) \
    X(cuStreamUpdateCaptureDependencies) X(cuStreamUpdateCaptureDependencies_ptsz) \
    X(cuStreamUpdateCaptureDependencies_v2) \
    X(cuStreamUpdateCaptureDependencies_v2_ptsz) X(cuStreamWaitValue32) \
    X(cuStreamWaitValue32_ptsz) X(cuStreamWaitValue32_v2) \
    X(cuStreamWaitValue32_v2_ptsz) X(cuStreamWaitValue64) X(cuStreamWaitValue64_ptsz) \
    X(cuStreamWaitValue64_v2) \
    X(cuStreamWaitValue64_v2_ptsz) X(cuStreamWriteValue32) X(cuStreamWriteValue32_ptsz) \
    X(cuStreamWriteValue32_v2) \
    X(cuStreamWriteValue32_v2_ptsz) X(cuStreamWriteValue64) X(cuStreamWriteValue64_ptsz) \
    X(cuStreamWriteValue64_v2) \
    X(cuStreamWriteValue64_v2_ptsz) \
    X(cuSurfRefGetArray) \
    X(cuSurfRefSetArray) X(cuTensorMapEncodeIm2col) X(cuTensorMapEncodeIm2colWide) \
    X(cuTensorMapEncodeTiled) X(cuTensorMapReplaceAddress) \
    X(cuTexObjectGetResourceViewDesc) \
    X(cuTexRefCreate) X(cuTexRefDestroy) X(cuTexRefGetBorderColor) \
    X(cuTexRefGetMaxAnisotropy) X(cuTexRefGetMipmapFilterMode) \
    X(cuTexRefGetMipmapLevelBias) \
    X(cuTexRefGetMipmapLevelClamp) X(cuTexRefGetMipmappedArray) \
    X(cuTexRefSetBorderColor) \
    X(cuTexRefSetMaxAnisotropy) \
    X(cuTexRefSetMipmapFilterMode) \
    X(cuTexRefSetMipmapLevelBias) X(cuTexRefSetMipmapLevelClamp) X(cuTexRefSetMipmappedArray) \
    X(cuUserObjectCreate) X(cuUserObjectRelease) X(cuUserObjectRetain) \
    X(cuWaitExternalSemaphoresAsync) \
    X(cuWaitExternalSemaphoresAsync_ptsz)
// clang-format on

// Whatever the parameters, they are not looked at.
#define X(name) \
    CUresult name(void); \
    CUresult name(void) { return CUDA_ERROR_NOT_SUPPORTED; }
REFUSED(X)
