# shellcheck shell=sh
# Read by the other scripts with ". scripts/common.sh": what the machine needs, and how to get it there.
# Plain POSIX sh. On Debian and Ubuntu what is missing is installed; elsewhere a sentence says what to install.

go_required=1.26

# The headers that Fyne is compiled against: it opens its window on X11 and on Wayland.
window_modules='gl x11 xcursor xrandr xinerama xi xxf86vm wayland-client wayland-cursor wayland-egl xkbcommon'

say() { printf '%s\n' "$*" >&2; }

die() {
	say "$0: $*"
	exit 1
}

has() { command -v "$1" >/dev/null 2>&1; }

# need_go finds a Go that can build this module.
need_go() {
	if ! has go && [ -x /usr/local/go/bin/go ]; then
		PATH=$PATH:/usr/local/go/bin
		export PATH
	fi
	has go || die "Go is not installed. Install Go $go_required or later, put its bin folder on PATH, and try again."
	# An older Go that may fetch newer toolchains (GOTOOLCHAIN=auto) answers with the one it fetched.
	if ! go_found=$(go env GOVERSION 2>&1); then
		die "this Go cannot build the program: $go_found
Install Go $go_required or later, or let an installed Go 1.21 or later fetch it with GOTOOLCHAIN=auto."
	fi
	number=${go_found#go}
	major=${number%%.*}
	minor=${number#*.}
	minor=${minor%%[!0-9]*}
	case $major$minor in
	'' | *[!0-9]*) return 0 ;; # a development version: the build will tell
	esac
	if [ "$major" -lt 1 ] || { [ "$major" -eq 1 ] && [ "$minor" -lt "${go_required#1.}" ]; }; then
		die "found Go $number, which is too old. Install Go $go_required or later; with Go 1.21 or later, GOTOOLCHAIN=auto fetches it."
	fi
}

# want adds Debian packages to the list of those to install.
missing=
want() { missing="$missing $*"; }

want_command() { # want_command COMMAND PACKAGE...
	command_wanted=$1
	shift
	has "$command_wanted" || want "$@"
}

# want_certificates: modules are fetched over TLS.
want_certificates() {
	if has apt-get && [ ! -e /etc/ssl/certs/ca-certificates.crt ] && [ -z "${SSL_CERT_FILE:-}" ]; then
		want ca-certificates
	fi
}

# want_window lists what building the program with its window needs.
want_window() {
	want_certificates
	if ! has gcc || ! echo '#include <stdlib.h>' | gcc -E - >/dev/null 2>&1; then
		want gcc libc6-dev
	fi
	if ! has pkg-config; then
		want pkg-config libgl1-mesa-dev xorg-dev libwayland-dev libxkbcommon-dev
		return
	fi
	for module in $window_modules; do
		pkg-config --exists "$module" && continue
		case $module in
		gl) want libgl1-mesa-dev ;;
		wayland-*) want libwayland-dev ;;
		xkbcommon) want libxkbcommon-dev ;;
		*) want xorg-dev ;;
		esac
	done
}

# want_display lists what running the window without a screen needs: an X server in memory, a software renderer,
# a window manager and something to press keys.
want_display() {
	want_command Xvfb xvfb
	want_command xvfb-run xvfb
	want_command xauth xauth
	want_command openbox openbox
	want_command xdotool xdotool
	if has dpkg-query; then
		dpkg-query -W -f '${db:Status-Status}\n' libgl1-mesa-dri 2>/dev/null | grep -q '^installed' || want libgl1-mesa-dri
	fi
}

# install_wanted installs what the want functions found missing, and does nothing when nothing is.
install_wanted() {
	# shellcheck disable=SC2086 # a list of words
	missing=$(printf '%s\n' $missing | sort -u | tr '\n' ' ')
	missing=${missing# }
	missing=${missing% }
	[ -n "$missing" ] || return 0
	has apt-get || die "these Debian packages, or what your system calls them, are missing: $missing.
Install them and try again."
	as_root=
	if [ "$(id -u)" -ne 0 ]; then
		has sudo || die "these packages are missing: $missing.
Neither root nor sudo is at hand to install them. Ask whoever looks after this machine for:
  apt-get install $missing"
		as_root='sudo'
	fi
	say "Installing from this system's package sources: $missing"
	$as_root apt-get update -q >&2 || say 'apt-get update failed; trying with the lists that are there.'
	# shellcheck disable=SC2086 # lists of words
	$as_root env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300 install -q -y --no-install-recommends $missing >&2 ||
		die "could not install: $missing. The reason stands above."
	missing=
}

# The build with the window. Fyne needs the first tag to know that its change of threading rules has been followed. The others
# leave out a font of coloured pictures of 4 MB, which figures do not have either, and a reader of files that describe a program
# to Fyne, .3 MB, which a program that is installed has none of.
window_tags=migrated_fynedo,no_emoji,no_metadata

# Programs that people run have no table of symbols, which is a quarter of their size; traces of errors keep their names.
stripped='-s -w'

# Tests and most linters need no driver that draws on a screen, which the toolkit's tag ci leaves out: it takes minutes of one
# processor to compile. Of this program only C that speaks to the screen or to the C library is left out with it, so that tests
# are linked by Go alone.
# shellcheck disable=SC2034 # read by other scripts
test_tags=$window_tags,ci

# Packages whose tests draw samples, in some thousands of draws with -short and in many more without, fit every model to several
# tables, read large ones or compile mutants.
# shellcheck disable=SC2034 # read by other scripts
drawn='/\(inference/\(model\|process\|algorithm\|stat\)/\|inference/\(read\|catalog\|job\)$\|batch$\|plotting/teach$\)\|/scripts/mutation$'

# A clone that git refuses to read, as one owned by somebody else, is built without its revision, and says so.
stamp() {
	if ! why=$(git rev-parse HEAD 2>&1 >/dev/null); then
		say "The build has no revision, so its --version is the number alone: git cannot read this clone ($(printf '%s' "$why" | head -n 1))."
		echo -buildvcs=false
	fi
}

build_window() {
	mkdir -p bin
	if [ ! -x bin/espalier ]; then
		say 'Building bin/espalier. The first build compiles the graphics library and takes a few minutes.'
	fi
	# shellcheck disable=SC2046 # one word or none
	go build $(stamp) -tags "$window_tags" -ldflags "$stripped" -o bin/espalier .
}

# packages_that_differ lists the packages of the build that has no window that are compiled from other files in the
# build with it, tests included, and those that import such a package. A file in C that one build has and the other has
# nothing for is called by no Go, so those that import its package are the same in both. (Fyne itself does not load
# without cgo, hence -e; the compiler still sees every package that is listed.)
packages_that_differ() {
	files='{{.ImportPath}} {{.CgoFiles}} / {{.GoFiles}} {{.TestGoFiles}} {{.XTestGoFiles}}'
	imports='{{join .Deps " "}} {{join .TestImports " "}} {{join .XTestImports " "}}'
	{
		go list -tags "$window_tags" -f "with $files" ./...
		CGO_ENABLED=0 go list -e -tags headless -f "without $files" ./...
		CGO_ENABLED=0 go list -e -tags headless -f "imports {{.ImportPath}} $imports" ./...
	} | awk '
		$1 == "imports" {
			if (/ fyne\.io\/fyne/) next
			if ($2 in other) { print $2; next }
			for (i = 3; i <= NF; i++) if ($i in called) { print $2; next }
			next
		}
		{ path = $2; of = $1; $1 = $2 = ""; go = substr($0, index($0, "/")) }
		of == "with" { with[path] = $0; gowith[path] = go }
		of == "without" && with[path] != $0 { other[path] = 1 }
		of == "without" && gowith[path] != go { called[path] = 1 }'
}

# keep_table NAME FILE keeps a table of measurements as bin/validation/NAME.md.
keep_table() {
	mkdir -p bin/validation
	cp "$2" "bin/validation/$1.md"
	say "bin/validation/$1.md is written"
}
