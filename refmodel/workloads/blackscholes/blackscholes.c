// blackscholes.c : host program and reference of blackscholes (SDK), in doubles: the device's
// exponentials and logarithms are PTX's approximate ones, each within 2^-22 relative (exponent) or
// absolute (logarithm), the normal distribution within 1e-6; prices are up to 100.
//
// SPDX-License-Identifier: Apache-2.0
#include "base/rng.h"
#include "workloads/host.h"

#include <math.h>

#define RATE 0.02
#define VOLATILITY 0.30
#define ABSOLUTE 5e-4 // |price| x error of the distribution and of its argument
#define RELATIVE 1e-5

static double cnd(double d) { return 0.5 * erfc(-d / sqrt(2)); }

static void prices(double s, double x, double t, float *call, float *put)
{
    const double spread = VOLATILITY * sqrt(t),
                 d1 = (log(s / x) + (RATE + 0.5 * VOLATILITY * VOLATILITY) * t) / spread;
    const double d2 = d1 - spread, discount = x * exp(-RATE * t);
    *call = (float)(s * cnd(d1) - discount * cnd(d2));
    *put = (float)(discount * cnd(-d2) - s * cnd(-d1));
}

static void draw(array *a, rng *r, double low, double high)
{
    for (size_t i = 0; i < a->count; i++)
        a->at[i] = (float)(low + (high - low) * (double)rng_below(r, 1 << 20) / (1 << 20));
}

static void program(host *h, const unsigned *dims)
{
    unsigned n = dims[0];
    float rate = (float)RATE, volatility = (float)VOLATILITY;
    array *price = host_array(h, "price", n), *strike = host_array(h, "strike", n),
          *years = host_array(h, "years", n);
    array *call = host_array(h, "call", n), *put = host_array(h, "put", n);
    rng r = {1};
    draw(price, &r, 5, 30);
    draw(strike, &r, 1, 100);
    draw(years, &r, 0.25, 10);
    host_send(h);
    const shape blocks = {.grid = {480, 1, 1}, .block = {128, 1, 1}};
    host_launch(h, "blackscholes_kernel", blocks,
                (void *[]){&n, &rate, &volatility, &price->device, &strike->device, &years->device,
                           &call->device, &put->device});
    if (!host_ended(h)) return;
    for (size_t i = 0; i < n; i++)
        prices(price->at[i], strike->at[i], years->at[i], &call->at[i], &put->at[i]);
    host_check_within(h, call, RELATIVE, ABSOLUTE);
    host_check_within(h, put, RELATIVE, ABSOLUTE);
}

const workload workload_blackscholes = {
    .name = "blackscholes",
    .suite = "sdk",
    .what = "Black-Scholes prices, options",
    .class_in = {[PAPER_DWT_PRIC] = "streaming", [PAPER_CART] = "M"},
    .kernels = "blackscholes_kernel",
    SIZES1(65536, 400000, 4000000),
    .program = program,
};
