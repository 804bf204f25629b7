# embed.awk : templates as the C array NAME of base/template.h, by their paths.
#
#   awk -v NAME=rtlgen_templates -f refmodel/base/embed.awk TEMPLATE...
#
# SPDX-License-Identifier: Apache-2.0
BEGIN {
    print "#include \"base/template.h\"\n\nextern const template_file " NAME "[];\nconst template_file " NAME "[] = {"
}
FNR == 1 {
    if (NR > 1) print "    },"
    print "    {\"" FILENAME "\","
}
{
    gsub(/[\\"?]/, "\\\\&") # ?: of two of them C makes other characters
    print "     \"" $0 "\\n\""
}
END {
    print "    },\n    {NULL, NULL},\n};"
}
