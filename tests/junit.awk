# junit.awk : the results of all tests as JUnit XML, by one program: six thousand facts, each by a
# program of its own, take minutes.
#
#   awk -v logs=DIR -v report=FILE -f tests/junit.awk TESTS
#
# TESTS has the tests' paths, a line each. DIR has of each test NAME.log, .status (no such file: it
# has not run), .time (when it began and ended) and .limit (which limit ended it, if one did). FILE
# gets the XML, stderr a line for each failure, stdout the numbers of facts that passed and failed.
#
# SPDX-License-Identifier: Apache-2.0
function escaped(text) {
    gsub(/&/, "\\&amp;", text); gsub(/</, "\\&lt;", text); gsub(/>/, "\\&gt;", text)
    gsub(/"/, "\\&quot;", text); gsub(/[\001-\010\013\014\016-\037]/, "", text)
    return text
}
function first_line(file,    line) { # "" if there is none
    if ((getline line <file) <= 0) line = ""
    close(file)
    return line
}
function put_failure(test, text,    name) {
    name = text; sub(/:.*/, "", name)
    failures = failures sprintf( \
        "  <testcase classname=\"%s\" name=\"%s\"><failure message=\"%s\"/></testcase>\n", \
        escaped(test), escaped(name), escaped(text))
    printf "not ok %s: %s\n", test, text >"/dev/stderr"
    bad++
}
BEGIN {
    printf "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n" >report
}
{
    test = $0
    log_file = test; gsub(/\//, "_", log_file); log_file = logs "/" log_file ".log"
    status = first_line(log_file ".status"); limit = first_line(log_file ".limit")
    split(first_line(log_file ".time"), time, " ")
    good = bad = 0; facts = failures = ""
    while ((getline line <log_file) > 0) {
        if (sub(/^ok /, "", line)) {
            facts = facts sprintf("  <testcase classname=\"%s\" name=\"%s\"/>\n", escaped(test), \
                escaped(line))
            good++
        } else if (sub(/^not ok /, "", line)) put_failure(test, line)
    }
    close(log_file)
    if (limit != "") put_failure(test, "ended by its limit: " limit)
    else if (status == "") put_failure(test, "not run")
    else if (status != "0" && !bad) put_failure(test, "ended with status " status)
    else if (good + bad == 0) put_failure(test, "printed no result")
    passed += good; failed += bad
    printf "<testsuite name=\"%s\" tests=\"%d\" failures=\"%d\" time=\"%.3f\">\n%s%s</testsuite>\n", \
        escaped(test), good + bad, bad, time[2] - time[1], facts, failures >report
}
END {
    printf "</testsuites>\n" >report
    if (close(report)) exit 1
    print passed + 0, failed + 0
}
