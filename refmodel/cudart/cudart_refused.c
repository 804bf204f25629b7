// cudart_refused.c : the calls of CUDA 11 to 13 that are not here (mipmaps, libraries, external
// resources ...), so that a program which names them starts, and hears of it if it makes one.
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
    X(cudaDeviceFlushGPUDirectRDMAWrites) \
    X(cudaDeviceGetHostAtomicCapabilities) \
    X(cudaDeviceGetNvSciSyncAttributes) \
    X(cudaDeviceGetP2PAtomicCapabilities) X(cudaDeviceGetP2PAttribute) \
    X(cudaDeviceGetTexture1DLinearMaxWidth) \
    X(cudaDeviceRegisterAsyncNotification) \
    X(cudaDeviceUnregisterAsyncNotification) \
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
    X(cudaGetTextureObjectResourceViewDesc) \
    X(cudaGraphAddDependencies_v2) \
    X(cudaGraphAddExternalSemaphoresSignalNode) X(cudaGraphAddExternalSemaphoresWaitNode) \
    X(cudaGraphAddMemcpyNodeFromSymbol) X(cudaGraphAddMemcpyNodeToSymbol) \
    X(cudaGraphChildGraphNodeGetGraph) \
    X(cudaGraphDebugDotPrint) \
    X(cudaGraphEventRecordNodeGetEvent) X(cudaGraphEventRecordNodeSetEvent) \
    X(cudaGraphEventWaitNodeGetEvent) X(cudaGraphEventWaitNodeSetEvent) \
    X(cudaGraphExecChildGraphNodeSetParams) \
    X(cudaGraphExecEventRecordNodeSetEvent) X(cudaGraphExecEventWaitNodeSetEvent) \
    X(cudaGraphExecExternalSemaphoresSignalNodeSetParams) \
    X(cudaGraphExecExternalSemaphoresWaitNodeSetParams) X(cudaGraphExecGetFlags) \
    X(cudaGraphExecMemcpyNodeSetParamsFromSymbol) X(cudaGraphExecMemcpyNodeSetParamsToSymbol) \
    X(cudaGraphExecNodeSetParams) \
    X(cudaGraphExecUpdate_v10020) X(cudaGraphExternalSemaphoresSignalNodeGetParams) \
    X(cudaGraphExternalSemaphoresSignalNodeSetParams) \
    X(cudaGraphExternalSemaphoresWaitNodeGetParams) \
    X(cudaGraphExternalSemaphoresWaitNodeSetParams) X(cudaGraphGetEdges) X(cudaGraphGetEdges_v2) \
    X(cudaGraphHostNodeGetParams) \
    X(cudaGraphInstantiateWithParams) X(cudaGraphInstantiateWithParams_ptsz) \
    X(cudaGraphInstantiate_v3000) X(cudaGraphKernelNodeCopyAttributes) \
    X(cudaGraphKernelNodeGetAttribute) X(cudaGraphKernelNodeGetParams) \
    X(cudaGraphKernelNodeSetAttribute) \
    X(cudaGraphKernelNodeSetParams_v2) \
    X(cudaGraphMemcpyNodeGetParams) \
    X(cudaGraphMemcpyNodeSetParams1D) X(cudaGraphMemcpyNodeSetParamsFromSymbol) \
    X(cudaGraphMemcpyNodeSetParamsToSymbol) X(cudaGraphMemsetNodeGetParams) \
    X(cudaGraphNodeGetDependencies) \
    X(cudaGraphNodeGetDependencies_v2) X(cudaGraphNodeGetDependentNodes) \
    X(cudaGraphNodeGetDependentNodes_v2) \
    X(cudaGraphNodeSetParams) X(cudaGraphReleaseUserObject) \
    X(cudaGraphRemoveDependencies) X(cudaGraphRemoveDependencies_v2) \
    X(cudaGraphRetainUserObject) \
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
    X(cudaMallocMipmappedArray) \
    X(cudaMemDiscardAndPrefetchBatchAsync) X(cudaMemDiscardAndPrefetchBatchAsync_ptsz) \
    X(cudaMemDiscardBatchAsync) X(cudaMemDiscardBatchAsync_ptsz) \
    X(cudaMemPoolExportPointer) \
    X(cudaMemPoolExportToShareableHandle) \
    X(cudaMemPoolImportFromShareableHandle) X(cudaMemPoolImportPointer) \
    X(cudaMemPrefetchBatchAsync) \
    X(cudaMemPrefetchBatchAsync_ptsz) X(cudaMemRangeGetAttribute) X(cudaMemRangeGetAttributes) \
    X(cudaMemcpy3DBatchAsync) \
    X(cudaMemcpy3DBatchAsync_ptsz) X(cudaMemcpy3DPeer) X(cudaMemcpy3DPeerAsync) \
    X(cudaMemcpy3DPeerAsync_ptsz) X(cudaMemcpy3DPeer_ptds) X(cudaMemcpyArrayToArray) \
    X(cudaMemcpyArrayToArray_ptds) X(cudaMemcpyBatchAsync) X(cudaMemcpyBatchAsync_ptsz) \
    X(cudaMipmappedArrayGetMemoryRequirements) X(cudaMipmappedArrayGetSparseProperties) \
    X(cudaOccupancyMaxActiveClusters) X(cudaOccupancyMaxPotentialClusterSize) \
    X(__cudaRegisterHostVar) X(__cudaRegisterSurface) \
    X(__cudaRegisterUnifiedTable) X(cudaSetDoubleForDevice) X(cudaSetDoubleForHost) \
    X(cudaSignalExternalSemaphoresAsync) X(cudaSignalExternalSemaphoresAsync_ptsz) \
    X(cudaSignalExternalSemaphoresAsync_v2) \
    X(cudaStreamBeginCaptureToGraph) X(cudaStreamBeginCaptureToGraph_ptsz) \
    X(cudaStreamCopyAttributes) X(cudaStreamCopyAttributes_ptsz) \
    X(cudaStreamGetAttribute) \
    X(cudaStreamGetAttribute_ptsz) \
    X(cudaStreamSetAttribute) \
    X(cudaStreamSetAttribute_ptsz) X(cudaStreamUpdateCaptureDependencies) \
    X(cudaStreamUpdateCaptureDependencies_ptsz) X(cudaStreamUpdateCaptureDependencies_v2) \
    X(cudaThreadGetCacheConfig) X(cudaThreadGetLimit) \
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
