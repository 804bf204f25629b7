# route.tcl : qrouter: routes the placed design that has been read, in the current directory:
# layout_route.def, or, where nets are left, their names in failed.out.
#
# As qrouter's own standard_route, but for two things. A net may displace more others the wider the
# search: there it is at most 10, so that a clock's net which crosses more, once displaced, never
# comes back. And there is no stage 3, which routes each net again: the wires of PRIC and the bypass
# monitor would be 4 and 7 % shorter, but of MRPB's 6,574 nets it did 4 in a second of the
# processor, so that it would take longer than all else.
#
# SPDX-License-Identifier: Apache-2.0

# all nets, then those that are left, in a wider strip about their shortest way each time
proc route {} {
    set left [stage1]
    for {set reach 10} {$left > 0 && $reach <= 100} {incr reach 10} {
        set left [stage2 mask $reach effort 10 limit $reach]
    }
    for {set effort 20} {$left > 0 && $effort <= 100} {incr effort 20} {
        set left [stage2 mask none effort $effort limit 100]
    }
    return $left
}

if {[route] > 0} {
    set file [open failed.out w]
    foreach net [failing] { puts $file $net }
    close $file
} else {
    cleanup all
    if {![catch {antenna init}]} { antenna fix }
    write_def layout_route.def
}
quit
