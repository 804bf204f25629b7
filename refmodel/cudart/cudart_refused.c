// cudart_refused.c : the calls of CUDA 11 to 13 that are not here (mipmaps, texture references,
// graphs, pools, libraries, external resources ...), so that a program which names them starts, and
// hears of it if it makes one.
//
// SPDX-License-Identifier: Apache-2.0
#include "cudart/cudart_state.h"

#include <stdatomic.h>
#include <stdio.h>

// clang-format off
#define REFUSED(X) \
    X(cudaArrayGetMemoryRequirements) X(cudaArrayGetPlane) \
    X(cudaArrayGetSparseProperties) X(cudaBindSurfaceToArray) \
    X(cudaBindTextureToMipmappedArray) \
    X(cudaCtxResetPersistingL2Cache) X(cudaDestroyExternalMemory) \
    X(cudaDestroyExternalSemaphore) \
    X(cudaDeviceFlushGPUDirectRDMAWrites) X(cudaDeviceGetDefaultMemPool) \
    X(cudaDeviceGetGraphMemAttribute) X(cudaDeviceGetHostAtomicCapabilities) \
    X(cudaDeviceGetMemPool) X(cudaDeviceGetNvSciSyncAttributes) \
    X(cudaDeviceGetP2PAtomicCapabilities) X(cudaDeviceGetP2PAttribute) \
    X(cudaDeviceGetTexture1DLinearMaxWidth) X(cudaDeviceGraphMemTrim) \
    X(cudaDeviceRegisterAsyncNotification) X(cudaDeviceSetGraphMemAttribute) \
    X(cudaDeviceSetMemPool) X(cudaDeviceUnregisterAsyncNotification) \
    X(cudaEGLStreamConsumerAcquireFrame) X(cudaEGLStreamConsumerConnect) \
    X(cudaEGLStreamConsumerConnectWithFlags) X(cudaEGLStreamConsumerDisconnect) \
    X(cudaEGLStreamConsumerReleaseFrame) X(cudaEGLStreamProducerConnect) \
    X(cudaEGLStreamProducerDisconnect) X(cudaEGLStreamProducerPresentFrame) \
    X(cudaEGLStreamProducerReturnFrame) X(cudaEventCreateFromEGLSync) \
    X(cudaExternalMemoryGetMappedBuffer) X(cudaExternalMemoryGetMappedMipmappedArray) \
    X(cudaFreeMipmappedArray) X(cudaFuncGetParamInfo) X(cudaGLGetDevices) \
    X(cudaGLMapBufferObject) X(cudaGLMapBufferObjectAsync) X(cudaGLRegisterBufferObject) \
    X(cudaGLSetBufferObjectMapFlags) X(cudaGLSetGLDevice) X(cudaGLUnmapBufferObject) \
    X(cudaGLUnmapBufferObjectAsync) X(cudaGLUnregisterBufferObject) \
    X(cudaGetDriverEntryPoint) X(cudaGetDriverEntryPointByVersion) \
    X(cudaGetDriverEntryPointByVersion_ptsz) X(cudaGetDriverEntryPoint_ptsz) \
    X(cudaGetExportTable) X(cudaGetMipmappedArrayLevel) X(__cudaGetProcAddress) \
    X(cudaGetSurfaceReference) \
    X(cudaGetTextureObjectResourceViewDesc) X(cudaGetTextureObjectTextureDesc) \
    X(cudaGetTextureObjectTextureDesc_v2) \
    X(cudaGraphAddChildGraphNode) X(cudaGraphAddDependencies) X(cudaGraphAddDependencies_v2) \
    X(cudaGraphAddEmptyNode) X(cudaGraphAddEventRecordNode) X(cudaGraphAddEventWaitNode) \
    X(cudaGraphAddExternalSemaphoresSignalNode) X(cudaGraphAddExternalSemaphoresWaitNode) \
    X(cudaGraphAddHostNode) X(cudaGraphAddKernelNode) X(cudaGraphAddMemAllocNode) \
    X(cudaGraphAddMemFreeNode) X(cudaGraphAddMemcpyNode) X(cudaGraphAddMemcpyNode1D) \
    X(cudaGraphAddMemcpyNodeFromSymbol) X(cudaGraphAddMemcpyNodeToSymbol) \
    X(cudaGraphAddMemsetNode) X(cudaGraphAddNode) X(cudaGraphAddNode_v2) \
    X(cudaGraphChildGraphNodeGetGraph) X(cudaGraphClone) X(cudaGraphConditionalHandleCreate) \
    X(cudaGraphCreate) X(cudaGraphDebugDotPrint) X(cudaGraphDestroy) X(cudaGraphDestroyNode) \
    X(cudaGraphEventRecordNodeGetEvent) X(cudaGraphEventRecordNodeSetEvent) \
    X(cudaGraphEventWaitNodeGetEvent) X(cudaGraphEventWaitNodeSetEvent) \
    X(cudaGraphExecChildGraphNodeSetParams) X(cudaGraphExecDestroy) \
    X(cudaGraphExecEventRecordNodeSetEvent) X(cudaGraphExecEventWaitNodeSetEvent) \
    X(cudaGraphExecExternalSemaphoresSignalNodeSetParams) \
    X(cudaGraphExecExternalSemaphoresWaitNodeSetParams) X(cudaGraphExecGetFlags) \
    X(cudaGraphExecHostNodeSetParams) X(cudaGraphExecKernelNodeSetParams) \
    X(cudaGraphExecMemcpyNodeSetParams) X(cudaGraphExecMemcpyNodeSetParams1D) \
    X(cudaGraphExecMemcpyNodeSetParamsFromSymbol) X(cudaGraphExecMemcpyNodeSetParamsToSymbol) \
    X(cudaGraphExecMemsetNodeSetParams) X(cudaGraphExecNodeSetParams) X(cudaGraphExecUpdate) \
    X(cudaGraphExecUpdate_v10020) X(cudaGraphExternalSemaphoresSignalNodeGetParams) \
    X(cudaGraphExternalSemaphoresSignalNodeSetParams) \
    X(cudaGraphExternalSemaphoresWaitNodeGetParams) \
    X(cudaGraphExternalSemaphoresWaitNodeSetParams) X(cudaGraphGetEdges) X(cudaGraphGetEdges_v2) \
    X(cudaGraphGetNodes) X(cudaGraphGetRootNodes) X(cudaGraphHostNodeGetParams) \
    X(cudaGraphHostNodeSetParams) X(cudaGraphInstantiate) X(cudaGraphInstantiateWithFlags) \
    X(cudaGraphInstantiateWithParams) X(cudaGraphInstantiateWithParams_ptsz) \
    X(cudaGraphInstantiate_v3000) X(cudaGraphKernelNodeCopyAttributes) \
    X(cudaGraphKernelNodeGetAttribute) X(cudaGraphKernelNodeGetParams) \
    X(cudaGraphKernelNodeSetAttribute) X(cudaGraphKernelNodeSetParams) \
    X(cudaGraphKernelNodeSetParams_v2) X(cudaGraphLaunch) X(cudaGraphLaunch_ptsz) \
    X(cudaGraphMemAllocNodeGetParams) X(cudaGraphMemFreeNodeGetParams) \
    X(cudaGraphMemcpyNodeGetParams) X(cudaGraphMemcpyNodeSetParams) \
    X(cudaGraphMemcpyNodeSetParams1D) X(cudaGraphMemcpyNodeSetParamsFromSymbol) \
    X(cudaGraphMemcpyNodeSetParamsToSymbol) X(cudaGraphMemsetNodeGetParams) \
    X(cudaGraphMemsetNodeSetParams) X(cudaGraphNodeFindInClone) X(cudaGraphNodeGetDependencies) \
    X(cudaGraphNodeGetDependencies_v2) X(cudaGraphNodeGetDependentNodes) \
    X(cudaGraphNodeGetDependentNodes_v2) X(cudaGraphNodeGetEnabled) X(cudaGraphNodeGetType) \
    X(cudaGraphNodeSetEnabled) X(cudaGraphNodeSetParams) X(cudaGraphReleaseUserObject) \
    X(cudaGraphRemoveDependencies) X(cudaGraphRemoveDependencies_v2) \
    X(cudaGraphRetainUserObject) X(cudaGraphUpload) X(cudaGraphUpload_ptsz) \
    X(cudaGraphicsEGLRegisterImage) X(cudaGraphicsGLRegisterBuffer) \
    X(cudaGraphicsGLRegisterImage) X(cudaGraphicsMapResources) \
    X(cudaGraphicsResourceGetMappedEglFrame) X(cudaGraphicsResourceGetMappedMipmappedArray) \
    X(cudaGraphicsResourceGetMappedPointer) X(cudaGraphicsResourceSetMapFlags) \
    X(cudaGraphicsSubResourceGetMappedArray) X(cudaGraphicsUnmapResources) \
    X(cudaGraphicsUnregisterResource) X(cudaGraphicsVDPAURegisterOutputSurface) \
    X(cudaGraphicsVDPAURegisterVideoSurface) X(cudaImportExternalMemory) \
    X(cudaImportExternalSemaphore) X(cudaIpcCloseMemHandle) X(cudaIpcGetEventHandle) \
    X(cudaIpcGetMemHandle) X(cudaIpcOpenEventHandle) X(cudaIpcOpenMemHandle) \
    X(cudaKernelSetAttributeForDevice) X(cudaLaunchCooperativeKernelMultiDevice) \
    X(cudaLibraryEnumerateKernels) X(cudaLibraryGetGlobal) X(cudaLibraryGetKernel) \
    X(cudaLibraryGetKernelCount) X(cudaLibraryGetManaged) X(cudaLibraryGetUnifiedFunction) \
    X(cudaLibraryLoadData) X(cudaLibraryLoadFromFile) X(cudaLibraryUnload) X(cudaLogsCurrent) \
    X(cudaLogsDumpToFile) X(cudaLogsDumpToMemory) X(cudaLogsRegisterCallback) \
    X(cudaLogsUnregisterCallback) \
    X(cudaMallocFromPoolAsync) X(cudaMallocFromPoolAsync_ptsz) X(cudaMallocMipmappedArray) \
    X(cudaMemDiscardAndPrefetchBatchAsync) X(cudaMemDiscardAndPrefetchBatchAsync_ptsz) \
    X(cudaMemDiscardBatchAsync) X(cudaMemDiscardBatchAsync_ptsz) X(cudaMemGetDefaultMemPool) \
    X(cudaMemGetMemPool) X(cudaMemPoolCreate) X(cudaMemPoolDestroy) X(cudaMemPoolExportPointer) \
    X(cudaMemPoolExportToShareableHandle) X(cudaMemPoolGetAccess) X(cudaMemPoolGetAttribute) \
    X(cudaMemPoolImportFromShareableHandle) X(cudaMemPoolImportPointer) X(cudaMemPoolSetAccess) \
    X(cudaMemPoolSetAttribute) X(cudaMemPoolTrimTo) X(cudaMemPrefetchBatchAsync) \
    X(cudaMemPrefetchBatchAsync_ptsz) X(cudaMemRangeGetAttribute) X(cudaMemRangeGetAttributes) \
    X(cudaMemSetMemPool) \
    X(cudaMemcpy3DBatchAsync) \
    X(cudaMemcpy3DBatchAsync_ptsz) X(cudaMemcpy3DPeer) X(cudaMemcpy3DPeerAsync) \
    X(cudaMemcpy3DPeerAsync_ptsz) X(cudaMemcpy3DPeer_ptds) X(cudaMemcpyArrayToArray) \
    X(cudaMemcpyArrayToArray_ptds) X(cudaMemcpyBatchAsync) X(cudaMemcpyBatchAsync_ptsz) \
    X(cudaMipmappedArrayGetMemoryRequirements) X(cudaMipmappedArrayGetSparseProperties) \
    X(cudaOccupancyMaxActiveClusters) X(cudaOccupancyMaxPotentialClusterSize) \
    X(__cudaRegisterHostVar) X(__cudaRegisterSurface) \
    X(__cudaRegisterUnifiedTable) X(cudaSetDoubleForDevice) X(cudaSetDoubleForHost) \
    X(cudaSignalExternalSemaphoresAsync) X(cudaSignalExternalSemaphoresAsync_ptsz) \
    X(cudaSignalExternalSemaphoresAsync_v2) X(cudaStreamBeginCapture) \
    X(cudaStreamBeginCaptureToGraph) X(cudaStreamBeginCaptureToGraph_ptsz) \
    X(cudaStreamBeginCapture_ptsz) X(cudaStreamCopyAttributes) X(cudaStreamCopyAttributes_ptsz) \
    X(cudaStreamEndCapture) X(cudaStreamEndCapture_ptsz) X(cudaStreamGetAttribute) \
    X(cudaStreamGetAttribute_ptsz) X(cudaStreamGetCaptureInfo) X(cudaStreamGetCaptureInfo_ptsz) \
    X(cudaStreamGetCaptureInfo_v2) X(cudaStreamGetCaptureInfo_v3) X(cudaStreamSetAttribute) \
    X(cudaStreamSetAttribute_ptsz) X(cudaStreamUpdateCaptureDependencies) \
    X(cudaStreamUpdateCaptureDependencies_ptsz) X(cudaStreamUpdateCaptureDependencies_v2) \
    X(cudaThreadExchangeStreamCaptureMode) X(cudaThreadGetCacheConfig) X(cudaThreadGetLimit) \
    X(cudaThreadSetCacheConfig) X(cudaThreadSetLimit) \
    X(cudaUserObjectCreate) X(cudaUserObjectRelease) X(cudaUserObjectRetain) \
    X(cudaVDPAUGetDevice) X(cudaVDPAUSetVDPAUDevice) X(cudaWaitExternalSemaphoresAsync) \
    X(cudaWaitExternalSemaphoresAsync_ptsz) X(cudaWaitExternalSemaphoresAsync_v2)
// clang-format on

static cudaError_t refuse(const char *name, atomic_flag *said)
{
    if (!atomic_flag_test_and_set(said))
        fprintf(stderr, "warploom: %s is not supported: it returns cudaErrorNotSupported\n", name);
    return cudart_keep(cudaErrorNotSupported);
}

// Whatever the parameters, they are not looked at.
#define X(name) \
    cudaError_t name(void); \
    cudaError_t name(void) \
    { \
        static atomic_flag said = ATOMIC_FLAG_INIT; \
        return refuse(#name, &said); \
    }
REFUSED(X)
