#!/usr/bin/env bash
# cart_bugs.sh : all of CART's named bugs, of which the tests take a sample.
#
# SPDX-License-Identifier: Apache-2.0
COUNT=all exec bash tests/cosim/cart.sh
