#!/usr/bin/env bash
# trace.sh : traces that must be refused: status 2, file and line, what is wrong and what is
# allowed, on stderr only.
#
# A good trace of two CTAs of two warps (48 threads) is made, and each case spoils it by one sed
# command.
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
source tests/lib.sh
cd "$WORK" || exit 3

list() { printf '%s\n' "$@" >kernelslist.g; }
line() { # PC MASK, of a load
    printf '%s %s 1 R4 LDG.E.SYS 1 R2 4 1 0x7f0000001000 4 %s\n' "$1" "$2" "${immediate-}"
}
good() { # VERSION
    local cta warp mask
    immediate=; [ "$1" -ge 5 ] && immediate=0
    printf -- \
        '-kernel name = spoiled\n-kernel id = 1\n-grid dim = (2,1,1)\n-block dim = (48,1,1)\n-shmem = 0\n-nregs = 16\n'
    printf -- \
        '-binary version = 70\n-cuda stream id = 0\n-shmem base_addr = 0x00007f4000000000\n-local mem base_addr = 0x00007f4002000000\n'
    printf -- \
        '-nvbit version = 1.5.5\n-accelsim tracer version = %s\n-enable lineinfo = 0\n\n#traces format = PC mask\n\n' "$1"
    for cta in 0 1; do
        printf '#BEGIN_TB\n\nthread block = %d,0,0\n' $cta
        for warp in 0 1; do
            mask=ffffffff; [ $warp = 1 ] && mask=0000ffff
            printf '\nwarp = %d\ninsts = 4\n' $warp
            printf '0000 %s 1 R2 IADD3 2 R1 R255 0 %s\n' $mask "$immediate"
            line 0010 $mask
            printf '0020 %s 0 BAR.SYNC 0 0 %s\n0030 %s 0 EXIT 0 0 %s\n' $mask "$immediate" $mask \
                "$immediate"
        done
        printf '\n#END_TB\n\n'
    done
}

sim() { "$WARPLOOM" sim -q "$@" --trace kernelslist.g; }
list MemcpyHtoD,0x00007f0000001000,4096 kernel-1.traceg
good 4 >good4; good 5 >good5
for v in 4 5; do
    cp good$v kernel-1.traceg
    expect "trace_of_version_${v}_unspoiled_is_read" sim
done

refused() { # NAME TEXT SED [VERSION] [OPTION...]
    local name=$1 text=$2 sed=$3 version=${4:-4}; shift 3; shift $(($# > 0))
    sed -E "$sed" "good$version" >kernel-1.traceg
    cmp -s kernel-1.traceg "good$version" && not_ok "trace_$name" 'nothing was spoiled'
    expect_status "trace_$name" 2 "$text" sim "$@"
}

# The header
refused version_too_new 'kernel-1.traceg:12:28: error: -accelsim tracer version = 6: must be 2..5' \
    's/(tracer version = ).*/\16/'
refused version_too_old 'version = 1: must be 2..5' 's/(tracer version = ).*/\11/'
refused version_no_number '-accelsim tracer version = five: must be a decimal number' \
    's/(tracer version = ).*/\1five/'
refused no_version 'the header has no -accelsim tracer version' '/tracer version/d'
refused no_grid 'the header has no -grid dim' '/-grid/d'
refused grid_zero '-grid dim = (2,0,1): must be (x,y,z), each 1..2147483647' 's/\(2,1,1\)/(2,0,1)/'
refused grid_unclosed '-grid dim = (2,1,1: must be (x,y,z)' 's/\(2,1,1\)/(2,1,1/'
refused block_too_large 'the block has 2048 threads: at most 1024 are allowed' \
    's/\(48,1,1\)/(64,32,1)/'
refused base_no_hex '-shmem base_addr = base: must be a hexadecimal number' \
    's/(shmem base_addr = ).*/\1base/; s/base$/zzz/; s/= zzz/= base/'
refused no_equals 'must be a header line "-key = value"' 's/-nregs = 16/-nregs 16/'
refused header_only 'the trace ends in its header' '/^#/,$d'
refused format_line 'must be the line "#traces format = ..."' 's/^#traces/#tracks/'

# Thread blocks and warps
refused truncated 'the trace has no thread block 1,0,0 of the grid (2,1,1)' '36,$d'
sed '55,$d' good4 >kernel-1.traceg # written by hand, such traces do without the last one
expect trace_without_the_last_end_of_a_block_is_read sim
refused cut_in_a_warp 'warp 1 has 2 instructions, but "insts = 4"' '32,$d'
refused cut_in_a_line 'must be a hexadecimal base address' '24s/0x7f.*//; 25,$d'
refused cta_missing 'the trace has no thread block 0,0,0 of the grid' '17,35d'
refused cta_twice 'kernel-1.traceg:39:16: error: thread block = 0,0,0: stands twice' \
    's/thread block = 1/thread block = 0/'
refused cta_outside 'thread block = 2,0,0: must be x,y,z within the grid (2,1,1)' \
    's/thread block = 1/thread block = 2/'
refused cta_negative 'thread block = -1,0,0: must be x,y,z' 's/thread block = 1/thread block = -1/'
refused cta_beyond_32_bits 'thread block = 4294967296,0,0: must be x,y,z' \
    's/thread block = 0/thread block = 4294967296/'
refused cta_signed 'thread block = +1,0,0: must be x,y,z' 's/thread block = 1/thread block = +1/'
refused cta_with_blanks 'thread block = 1, 0,0: must be x,y,z' \
    's/thread block = 1,/thread block = 1, /'
refused cta_of_two 'thread block = 1,0: must be x,y,z' 's/thread block = 1,0,0/thread block = 1,0/'
refused cta_too_many 'the trace goes on after the last thread block of the grid' \
    's/\(2,1,1\)/(1,1,1)/'
refused no_begin 'must be "#BEGIN_TB"' '0,/#BEGIN_TB/{/#BEGIN_TB/d}'
refused no_end 'must be "#END_TB"' '0,/#END_TB/{/#END_TB/d}'
refused warp_missing 'thread block 0 has no warp 1' '28,33d'
refused warp_outside 'warp = 2: must be 0..1' '0,/warp = 1/{s/warp = 1/warp = 2/}'
refused warp_twice 'warp = 0: must be warp 1' '0,/warp = 1/{s/warp = 1/warp = 0/}'
refused warp_empty_with_instructions 'must be "warp = N"' '0,/insts = 4/{s/insts = 4/insts = 0/}'
refused insts_negative 'insts = -4: must be 0..2147483647' '0,/insts = 4/{s/insts = 4/insts = -4/}'
refused insts_too_many 'warp 0 has 4 instructions, but "insts = 5"' \
    '0,/insts = 4/{s/insts = 4/insts = 5/}'
refused insts_too_few 'must be "warp = N"' '0,/insts = 4/{s/insts = 4/insts = 3/}'

# Lines
refused pc_no_hex 'must be a PC, hexadecimal' '0,/^0010/{s/^0010/001g/}'
refused pc_misaligned 'the PC must be a multiple of the instruction size' '0,/^0010/{s/^0010/0018/}'
refused mask_too_wide 'must be a mask of 32 lanes, hexadecimal' '0,/^0010 f/{s/^0010 f/0010 1f/}'
refused lanes_beyond_block "mask ffffffff: the block's 48 threads leave warp 1 lanes 0000ffff" \
    's/^0000 0000ffff/0000 ffffffff/'
refused opcode_unknown \
    'opcode LGD.E of sm_70 is not known (--unknown-opcodes add takes such for integer additions)' \
    '0,/LDG.E.SYS/{s/LDG.E.SYS/LGD.E/}'
refused opcode_of_bulk_copies \
    'opcode UTMALDG.2D of sm_70 copies in bulk what the trace does not tell (--unknown-opcodes add' '0,/LDG.E.SYS/{s/LDG.E.SYS/UTMALDG.2D/}'
refused register_name 'must be a register, R0..R255' '0,/1 R4/{s/1 R4/1 P4/}'
refused register_number 'must be a register, R0..R255' '0,/1 R4/{s/1 R4/1 R256/}'
refused registers_too_many 'must be a number of registers, 0..14' '0,/1 R4/{s/1 R4/15 R4/}'
refused no_addresses 'a memory instruction must have mem_width and addresses' \
    '0,/4 1 0x7f0000001000 4/{s/4 1 0x7f0000001000 4/0/}'
refused format_unknown \
    'must be an address format: 0 (list), 1 (base and stride) or 2 (base and differences)' \
    '0,/4 1 0x7f/{s/4 1 0x7f/4 3 0x7f/}'
refused misaligned 'address 0x7f0000001002: must be a multiple of 4' \
    '0,/0x7f0000001000/{s/0x7f0000001000/0x7f0000001002/}'
refused stride_misaligned 'must be a multiple of 4' '0,/1000 4/{s/1000 4/1000 2/}'
refused mask_zero_with_address 'mask 00000000 has no lanes, but there is an address' \
    '0,/0010 ffffffff/{s/0010 ffffffff/0010 00000000/}'
refused lanes_apart 'mask ffff0ffe: lanes with a stride must lie side by side' \
    '0,/0010 ffffffff/{s/0010 ffffffff/0010 ffff0ffe/}'
refused addresses_too_few 'mask ffffffff has 32 lanes, but there are addresses for 2' \
    '0,/4 1 0x7f0000001000 4/{s/4 1 0x7f0000001000 4/4 0 0x1000 0x1004/}'
refused addresses_too_many 'mask 0000ffff has 16 lanes, but there are addresses for 17' \
    "s/^(0010 0000ffff .* 4) 1 0x7f0000001000 4/\\1 0$(printf ' 0x10%02x' {0..64..4})/"
refused deltas_too_few 'mask ffffffff has 32 lanes, but there are addresses for 3' \
    '0,/4 1 0x7f0000001000 4/{s/4 1 0x7f0000001000 4/4 2 0x1000 4 4/}'
refused deltas_too_many 'mask 0000ffff has 16 lanes, but there are addresses for 17' \
    "s/^(0010 0000ffff .* 4) 1 0x7f0000001000 4/\\1 2 0x1000$(printf ' 4%.0s' {1..16})/"
for width in 3 64 24 -1; do
    refused "width_$width" \
        'kernel-1.traceg:24:35: error: must be mem_width, 0 or the bytes of a lane: 1, 2, 4, 8, 16 or 32' \
        "0,/ 4 1 0x7f/{s/ 4 1 0x7f/ $width 1 0x7f/}"
done
wraps='the addresses wrap: must stay below 2^64'
refused stride_wraps "$wraps" '0,/0x7f0000001000 4/{s/0x7f0000001000 4/0xffffffffffffff84 4/}'
refused stride_wraps_downwards "$wraps" '0,/0x7f0000001000 4/{s/0x7f0000001000 4/0x78 -4/}'
refused delta_wraps "$wraps" \
    "s/^(0010 0000ffff .* 4) 1 0x7f0000001000 4/\\1 2 0xfffffffffffffffc$(printf ' 4%.0s' {1..15})/"
refused delta_wraps_downwards "$wraps" \
    "s/^(0010 0000ffff .* 4) 1 0x7f0000001000 4/\\1 2 0x0$(printf ' -4%.0s' {1..15})/"
sed -E '0,/0x7f0000001000 4/{s/0x7f0000001000 4/0xffffffffffffff80 4/}' good4 >kernel-1.traceg
expect trace_up_to_the_last_word_is_read sim
refused goes_on 'the line goes on after its end' '0,/R255 0/{s/R255 0/R255 0 7/}'
refused immediate_missing 'must be the immediate, decimal (tracer version 5)' \
    '0,/R255 0 0/{s/R255 0 0/R255 0/}' 5
refused immediate_in_version_4 'the line goes on after its end' 's/R255 0 /R255 0 0/'
refused version_2_without_block 'must begin with thread block and warp, 0 0 0 0' \
    's/(tracer version = ).*/\12/'
refused lineinfo_without_line 'must be a line number (-enable lineinfo = 1)' \
    's/lineinfo = 0/lineinfo = 1/; s/^0000 /x /'
refused nul 'the line has a NUL byte' '0,/0010 ffffffff/{s/0010 ffffffff/0010 ffffffff \x00/}'
refused garbage 'must be "#BEGIN_TB"' 's/^#BEGIN_TB/\xff\xfe/'
refused shared_outside 'is not in shared memory' '0,/LDG.E.SYS/{s/LDG.E.SYS/LDS/}'
refused address_bits \
    'address 0x7f0000001000: must have at most 32 bits (structures.mrpb.address_bits)' \
    's/spoiled/wide/' 4 -c mrpb-base-s
refused local_address_bits \
    'local memory up to 0xfffdc0 of all threads ends beyond 32 bits (structures.mrpb.address_bits)' '0,/LDG.E.SYS/{s/LDG.E.SYS(.*)0x7f0000001000 4/LDL\1 0xfffdc0 0/}' 4 -c mrpb-base-s
device='s/(local mem base_addr = ).*/\10x0/'
refused local_words_misaligned 'address 0xff02: must be a multiple of 4' \
    "$device; 0,/LDG.E.SYS/{s/LDG.E.SYS(.*) 4 1 0x7f0000001000 4/LDL.64\1 8 1 0xff02 4/}"
refused local_words_address_bits \
    'local memory up to 0xffffff80 of all threads ends beyond 32 bits' \
    "$device; 0,/LDG.E.SYS/{s/LDG.E.SYS(.*) 4 1 0x7f0000001000 4/LDL.64\1 8 1 0xffffff80 0/}" 4 \
    -c mrpb-base-s
refused local_words_wrap 'ends beyond 32 bits' \
    "$device; 0,/LDG.E.SYS/{s/LDG.E.SYS(.*) 4 1 0x7f0000001000 4/LDL.64\1 8 1 0xfffffffffffffff0 0/}" 4 -c mrpb-base-s
refused local_step_misaligned '-local word step = 130: must be a multiple of 4' \
    's/^-nregs.*/&\n-local word step = 130/'
refused local_step_zero 'kernel-1.traceg:7:20: error: -local word step = 0: must be 4..2147483647' \
    's/^-nregs.*/&\n-local word step = 0/'
refused code_at_wide 'kernel-1.traceg:7:12: error: -code at = 4294967296: must be 0..4294967295' \
    's/^-nregs.*/&\n-code at = 4294967296/'
refused too_many_registers \
    'kernel spoiled: a block of 48 threads needs 65536 registers, an SM has 32768' \
    's/nregs = 16/nregs = 1024/'
refused base_of_more_than_64_bits 'must be a hexadecimal number of at most 64 bits' \
    's/(shmem base_addr = ).*/\10x1ffffffffffffffff/'

# Without a number of registers they do not limit the blocks of an SM, as in Accel-Sim.
sed 's/nregs = 16/nregs = 0/' good4 >kernel-1.traceg
expect trace_of_no_registers sim --set sm.registers=1024

# An opcode that is not known may count as an addition.
sed 's/LDG.E.SYS/LGD.E/' good4 >kernel-1.traceg
expect trace_unknown_opcode_as_addition sim --unknown-opcodes add
expect_status trace_unknown_opcode_word 2 '--unknown-opcodes sub: must be add' sim \
    --unknown-opcodes sub
expect_status trace_unknown_opcodes_elsewhere 2 '--unknown-opcodes is for --trace' "$WARPLOOM" sim \
    -q --unknown-opcodes add atax

# Barriers that not all warps come to: the machine says who waits. Warp 1 waits at barrier 1, warp 0
# at barrier 0.
sed -E 's/^(0020 0000ffff.*BAR.SYNC 0 0) 0/\1 1/' good5 >kernel-1.traceg
expect_status trace_unmatched_barriers 1 'stuck: kernel spoiled: nothing has moved' sim

# Files
cp good4 kernel-1.traceg
list kernel-1.traceg kernel-2.traceg
expect_status trace_kernel_missing 2 'cannot read kernel-2.traceg: No such file or directory' sim
list kernel-1.trace
expect_status trace_not_grouped 2 \
    "kernel-1.trace is not grouped by thread block: run Accel-Sim's post-traces-processing first" \
    sim
list kernel-1.traceg.bz2
expect_status trace_other_packing 2 \
    'kernelslist.g:1:1: error: kernel-1.traceg.bz2: must end in .traceg, .traceg.xz or .traceg.gz' \
    sim
list MemcpyHtoD,0x7f0,
expect_status trace_bad_copy 2 'kernelslist.g:1:1: error: must be MemcpyHtoD,ADDRESS,BYTES' sim
for copy in 0x7f00,999999999999999999999 0x7f00,-5 '0x7f00, 64' 0x-7,64 0x10000000000000000,64; do
    list "MemcpyHtoD,$copy" kernel-1.traceg
    expect_status "trace_copy_$(tr -c 'a-z0-9\n' _ <<<"$copy")" 2 \
        'error: must be MemcpyHtoD,ADDRESS,BYTES, numbers of 64 bits at most' sim
done
list MemcpyHtoD,0xffffffffffffff00,257 kernel-1.traceg
expect_status trace_copy_past_all_addresses 2 \
    'MemcpyHtoD,0xffffffffffffff00,257: must end within the addresses, which have 64 bits' sim
cp good4 kernel-1.traceg
list MemcpyHtoD,0xffffffffffffff00,255 kernel-1.traceg
expect trace_copy_up_to_the_last_address sim
list kernel-1.tracez
expect_status trace_of_accel_sim_2 2 \
    'kernelslist.g:1:1: error: kernel-1.tracez: the binary traces of Accel-Sim 2.0 are not read' sim
list MemcpyHtoD,0x7f0,64
expect_status trace_list_without_kernel 2 'kernelslist.g:1: error: the list names no kernel' sim
list 'rm -rf'
expect_status trace_list_of_other_things 2 'kernelslist.g:1: error: the list names no kernel' sim
list 1.trace
expect_status trace_file_of_another_name 2 '1.trace is not grouped by thread block' sim
: >kernelslist.g
expect_status trace_list_empty 2 'kernelslist.g: the file is empty' sim
expect_status trace_list_is_a_directory 2 'it is a directory' "$WARPLOOM" sim -q --trace "$WORK"

# A list names files of its own folder: what leads out of it, by its name or by a link, is refused;
# what only seems to is not.
mkdir inside inside/below outside && cp good4 outside/kernel-1.traceg &&
    cp good4 inside/below/kernel-1.traceg
ln -s ../outside/kernel-1.traceg inside/kernel-2.traceg
ln -s ../outside inside/kernels
ln -s below/kernel-1.traceg inside/kernel-3.traceg
outside() { # NAME LINE TEXT
    printf 'MemcpyHtoD,0x7f0,64\n%s\n' "$2" >inside/kernelslist.g
    expect_status "trace_outside_$1" 2 "inside/kernelslist.g:2:1: error: $2 $3" "$WARPLOOM" sim \
        -q --trace inside/kernelslist.g
}
outside by_an_absolute_path "$WORK/outside/kernel-1.traceg" \
    'is an absolute path: must be relative to the folder of the list'
outside by_dots ../outside/kernel-1.traceg 'leads out of the folder of the list'
outside by_dots_behind_a_folder below/../../outside/kernel-1.traceg \
    'leads out of the folder of the list'
outside by_a_link kernel-2.traceg 'leads out of the folder of the list'
outside by_a_link_to_a_folder kernels/kernel-1.traceg 'leads out of the folder of the list'
mkdir inside2 && cp good4 inside2/kernel-1.traceg
outside into_a_folder_whose_name_begins_alike ../inside2/kernel-1.traceg \
    'leads out of the folder of the list'
ln -s inside linked
printf '# three times the same\n\n \nMemcpyDtoH,0x7f0 \n%s\n%s \n%s\n' below/kernel-1.traceg \
    below/../below/kernel-1.traceg kernel-3.traceg >inside/kernelslist.g
expect trace_inside_by_all_ways "$WARPLOOM" sim -q --trace linked/kernelslist.g
cd inside || exit 3
expect trace_list_without_a_folder_in_its_path "$WARPLOOM" sim -q --trace kernelslist.g
cd ..

mkfifo pipe.traceg; list kernel-1.traceg; rm -f kernel-1.traceg; mv pipe.traceg kernel-1.traceg
expect_status trace_is_a_pipe 2 'it is not a regular file' sim
rm -f kernel-1.traceg

# .xz: garbage, damage, truncation, and bombs, which end at the first line that is no trace
list kernel-1.traceg.xz
xz -c good4 >whole.xz
cp whole.xz kernel-1.traceg.xz
expect trace_xz_is_read sim
cp good4 kernel-1.traceg.xz
expect_status trace_xz_garbage 2 'kernel-1.traceg.xz: error: this is no .xz file' sim
head -c -20 whole.xz >kernel-1.traceg.xz
expect_status trace_xz_cut_off 2 'the .xz file is cut off' sim
{ head -c 60 whole.xz; printf 'XXXX'; tail -c +65 whole.xz; } >kernel-1.traceg.xz
expect_status trace_xz_damaged 2 'the .xz file is damaged' sim
head -c 300000000 /dev/zero | xz -0 >kernel-1.traceg.xz
expect_status trace_xz_bomb_of_zeros 2 \
    'kernel-1.traceg.xz:1: error: a line of more than 65536 bytes: this is no trace' sim
yes '' | head -c 300000000 | xz -0 >kernel-1.traceg.xz
expect_status trace_xz_bomb_of_lines 2 \
    'more than 1024 empty lines one after the other: this is no trace' sim
# Bombs of lines that each could stand in a trace: the header and the list have limits of bytes.
yes -- '-later = 1' | head -c 3000000 | xz -0 >kernel-1.traceg.xz
expect_status trace_xz_bomb_in_the_header 2 \
    'error: the header has more than 1048576 bytes, unpacked: this is no trace' sim
cp kernelslist.g list.before
yes MemcpyHtoD,0x0,4 | head -c 70000000 >kernelslist.g
expect_status trace_bomb_of_copies 2 \
    'error: the list has more than 67108864 bytes: this is no trace' sim
cp list.before kernelslist.g
printf '\xfd7zXZ\x00\x00\x01\x69\x22\xde\x36\x02\x00\x21\x01\x28\x00\x00\x00\xe6\xa0\x11\xb3\x00' \
    >kernel-1.traceg.xz
expect_status trace_xz_bomb_of_memory 2 'unpacking would take more than 256 MiB of memory' sim
if [ -z "${SAN:-}" ]; then # a sanitizer itself needs more
    xz -c --lzma2=preset=0,dict=128MiB good4 >kernel-1.traceg.xz
    limited() { (ulimit -v 90000; "$@"); }
    expect_status trace_xz_without_memory 3 'kernel-1.traceg.xz: error: no memory to unpack' \
        limited sim
fi
rm -f ./*.xz

# .gz likewise; nothing but another member may follow a member
list kernel-1.traceg.gz
gzip -c good4 >whole.gz
cp whole.gz kernel-1.traceg.gz
expect trace_gz_is_read sim
cp good4 kernel-1.traceg.gz
expect_status trace_gz_garbage 2 'kernel-1.traceg.gz: error: this is no .gz file' sim
head -c -20 whole.gz >kernel-1.traceg.gz
expect_status trace_gz_cut_off 2 'the .gz file is cut off' sim
head -c -6 whole.gz >kernel-1.traceg.gz
expect_status trace_gz_cut_off_in_its_sum 2 'the .gz file is cut off' sim
{ head -c -6 whole.gz; printf 'XXXXXX'; } >kernel-1.traceg.gz
expect_status trace_gz_damaged 2 'the .gz file is damaged' sim
{ cat whole.gz; echo more; } >kernel-1.traceg.gz
expect_status trace_gz_with_more_behind 2 'this is no .gz file' sim
head -c 300000000 /dev/zero | gzip -1 >kernel-1.traceg.gz
expect_status trace_gz_bomb_of_zeros 2 \
    'kernel-1.traceg.gz:1: error: a line of more than 65536 bytes: this is no trace' sim
rm -f ./*.gz

# Writing a trace
touch file
expect_status trace_write_into_a_file 2 'file' "$WARPLOOM" sim -q gemm --write-trace file/x
mkdir written && touch written/kernelslist.g && chmod 444 written/kernelslist.g
expect_status trace_write_over_a_read_only_list 2 'written/kernelslist.g: the file is read-only' \
    "$WARPLOOM" sim -q gemm --write-trace written
if [ "$(ls -A written)" = kernelslist.g ] &&
    [ ! -s written/kernelslist.g ]; then ok trace_write_over_a_read_only_list_changes_nothing
else not_ok trace_write_over_a_read_only_list_changes_nothing "$(ls -A written)"; fi
finish
