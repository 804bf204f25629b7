# generate.sh FILE : what FuseSoC runs, in the folder that the core is to be written to.
#
# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=sh
exec warploom rtl -q --fusesoc "$1"
