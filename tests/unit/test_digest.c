// test_digest.c : SHA-256 against the published vectors of FIPS 180-4.
//
// links: base
//
// SPDX-License-Identifier: Apache-2.0
#include "base/digest.h"
#include "base/err.h"
#include "unit.h"

#include <stdlib.h>
#include <string.h>

TEST(sha256_of_nothing)
{
    CU_ASSERT_STRING_EQUAL(digest_of("", 0).hex,
                           "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
}

TEST(sha256_of_abc)
{
    CU_ASSERT_STRING_EQUAL(digest_of("abc", 3).hex,
                           "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

TEST(sha256_of_two_blocks)
{
    const char *s = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq";
    CU_ASSERT_STRING_EQUAL(digest_of(s, strlen(s)).hex,
                           "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
}

TEST(sha256_of_a_million_a)
{
    char *s = wl_calloc(1000000, 1);
    memset(s, 'a', 1000000);
    CU_ASSERT_STRING_EQUAL(digest_of(s, 1000000).hex,
                           "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
    free(s);
}

TEST(zero_bytes_count)
{
    CU_ASSERT_STRING_NOT_EQUAL(digest_of("a\0b", 3).hex, digest_of("a\0c", 3).hex);
}

UNIT_MAIN("digest", T(sha256_of_nothing), T(sha256_of_abc), T(sha256_of_two_blocks),
          T(sha256_of_a_million_a), T(zero_bytes_count))
