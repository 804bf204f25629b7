#!/usr/bin/env bash
# planted.sh : all of the planted mistakes of which tests/cosim/planted.sh takes a sample.
#
# SPDX-License-Identifier: Apache-2.0
COUNT=all exec bash tests/cosim/planted.sh
