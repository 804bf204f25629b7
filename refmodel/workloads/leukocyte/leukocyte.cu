// leukocyte.cu : finding white blood cells in a video frame: for each pixel the best score of circles around it by the inverse
// coefficient of variation of the gradient across them, then a dilation of the scores. Pictures lie column by column.
//
// SPDX-License-Identifier: Apache-2.0
#include "../prelude.cuh"

enum { CIRCLES = 7, POINTS = 150, MARGIN = 22, ELEMENT = 12 }; // MARGIN: the largest circle's radius and 2

extern "C" {
__constant__ int dx[CIRCLES * POINTS], dy[CIRCLES * POINTS]; // places of the points on each circle
__constant__ float sine[POINTS], cosine[POINTS];             // their directions
__constant__ unsigned char disc[ELEMENT * ELEMENT];          // the structuring element
}

// A block a column, a thread a row.
extern "C" __global__ void leukocyte_gicov(int rows, const float *grad_x, const float *grad_y, float *score)
{
    const int x = blockIdx.x + MARGIN, y = threadIdx.x + MARGIN;
    float best = 0.0f;
    for (int c = 0; c < CIRCLES; c++) {
        float sum = 0.0f, squares = 0.0f;
        for (int n = 0; n < POINTS; n++) {
            const int at = (x + dx[c * POINTS + n]) * rows + y + dy[c * POINTS + n];
            const float across = __builtin_fmaf(grad_x[at], cosine[n], grad_y[at] * sine[n]);
            sum += across;
            squares += across * across;
        }
        const float mean = sum / (float)POINTS, deviation2 = (squares - mean * sum) / (float)(POINTS - 1);
        const float inverse = mean * mean / deviation2;
        if (inverse > best) best = inverse;
    }
    score[x * rows + y] = best;
}

// A thread a pixel: the best score under the disc around it.
extern "C" __global__ void leukocyte_dilate(int rows, int cols, const float *score, float *dilated)
{
    const int at = GLOBAL_X, y = at % rows, x = at / rows;
    if (x >= cols) return;
    float best = 0.0f;
    for (int ey = 0; ey < ELEMENT; ey++) {
        const int py = y - ELEMENT / 2 + ey;
        if (py < 0 || py >= rows) continue;
        for (int ex = 0; ex < ELEMENT; ex++) {
            const int px = x - ELEMENT / 2 + ex;
            if (px < 0 || px >= cols || !disc[ey * ELEMENT + ex]) continue;
            const float s = score[px * rows + py];
            if (s > best) best = s;
        }
    }
    dilated[at] = best;
}
