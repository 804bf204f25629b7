#!/usr/bin/env bash
# page.sh : a page of reports/ in the form of all pages. Reads its text from stdin, in Markdown,
# with `# TITLE` as its first line, and writes HTML to stdout. Exit status 2 without a title, 3
# without cmark-gfm.
#
#     bash reports/page.sh <reports/pages/index.md >reports/index.html
#
# SPDX-License-Identifier: Apache-2.0
set -euo pipefail
here=${BASH_SOURCE[0]%/*}
command -v cmark-gfm >/dev/null ||
    { echo 'page: error: cmark-gfm is not there; `make deps` installs it' >&2; exit 3; }
text=$(cat)
title=$(sed -n '1s/^# //p' <<<"$text" | sed 's/&/\&amp;/g; s/</\&lt;/g')
[ -n "$title" ] || { echo 'page: error: the first line is not `# TITLE`' >&2; exit 2; }

cat <<EOT
<!DOCTYPE html>
<html lang="en" xmlns="http://www.w3.org/1999/xhtml">
<head>
<meta charset="utf-8"/>
<meta name="viewport" content="width=device-width, initial-scale=1"/>
<meta name="color-scheme" content="light dark"/>
<title>$title</title>
<style>
$(sed '/^@\/\//d; s/@\\$//; s/^@@/@/' "$here/pages/style.css.in")
</style>
</head>
<body>
<main>
EOT
# Columns of numbers end on the right; a wide table scrolls by itself.
cmark-gfm -e table <<<"$text" |
    sed -E 's/<(t[hd]) align="right"/<\1 class="n"/g; s/<th( |>)/<th scope="col"\1/g
        s/<table>/<div class="scroll"><table>/; s/<\/table>/<\/table><\/div>/'
cat <<'EOT'
</main>
</body>
</html>
EOT
