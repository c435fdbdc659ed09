# Lectern: `make scan` runs the main job, `make test` passes the tests; each installs what it needs.
SHELL := /bin/bash
PREFIX ?= /usr/local
BINARY := .build/release/lectern
# Decodes what is neither JPEG nor PNG, in a process of its own.
DECODER := .build/release/lectern-decode
# What is loaded at run time when it is there; see Engines.
ENGINES := .build/engines
# udev looks in /usr/lib, /usr/local/lib and /etc; with another PREFIX name one of them.
RULES ?= $(PREFIX)/lib/udev/rules.d

# Debian packages. English is the one language installed without asking; others are
# tesseract-ocr-LANG.
BUILD_PACKAGES := libtesseract-dev libturbojpeg0-dev libpng-dev libexif-dev libv4l-dev libmicrohttpd-dev \
  libgcc-12-dev libtiff-dev libwebp-dev libgif-dev libopenjp2-7-dev libheif-dev libspng-dev libseccomp-dev \
  pkg-config poppler-utils tesseract-ocr-eng python3-pip
# Programs that read the documents Lectern writes.
READER_PACKAGES := poppler-utils libxml2-utils
TEST_PACKAGES := $(READER_PACKAGES) $(shell sed 's/ *\#.*//' Tests/Rig/packages 2>/dev/null)
BROWSER_PACKAGES := chromium chromium-driver python3
BENCH_PACKAGES := tesseract-ocr python3-pil fonts-dejavu-core time

.PHONY: scan test build engines install uninstall lint format bench bench-accuracy bench-batch bench-clips \
  bench-codes bench-fusion bench-latency bench-live bench-recovery recovery soak build-packages test-packages \
  bench-packages unit-test rig-test browser-test browser-packages \
  sanitize fuzz clean

# Reads the camera; with none, reads Samples/ and says so. ARGS adds options: make scan ARGS='--once'.
scan: build
	$(BINARY) scan $(ARGS) Samples

# Everything, the virtual camera's end-to-end tests too.
test: build test-packages unit-test rig-test

# The release binaries, with the Swift library linked in: they need only Debian's C libraries.
build: build-packages engines
	swift build -c release --static-swift-stdlib --product lectern-decode
	swift build -c release --static-swift-stdlib --product lectern
	ln -sfn ../../engines .build/release/engines

# What is loaded at run time: a neural engine and a code reader. A failure is a warning: the program
# says what it lacks, and works without it.
engines: build-packages
	@.ci/require-packages python3-pip || true
	@mkdir -p $(ENGINES)
	@Engines/zxing $(ENGINES) || true
	@Engines/neural $(ENGINES)/neural || echo "Warning: the neural engine is missing;" \
	  "Lectern reads with Tesseract. Try again: make engines" >&2

# A running udevd is told, so that cameras plugged in already get their links.
RELOAD_UDEV = if [ -z "$(DESTDIR)" ] && [ -w /run/udev/control ] && command -v udevadm >/dev/null; then \
	  udevadm control --reload && udevadm trigger --settle --subsystem-match=video4linux; fi

install: build
	install -D -m 755 $(BINARY) $(DESTDIR)$(PREFIX)/bin/lectern
	install -d $(DESTDIR)$(PREFIX)/lib/lectern
	cp -R --remove-destination $(ENGINES)/. $(DESTDIR)$(PREFIX)/lib/lectern
	install -m 755 $(DECODER) $(DESTDIR)$(PREFIX)/lib/lectern/lectern-decode
	install -D -m 644 udev/70-lectern.rules $(DESTDIR)$(RULES)/70-lectern.rules
	$(RELOAD_UDEV)

uninstall:
	rm -f $(DESTDIR)$(PREFIX)/bin/lectern $(DESTDIR)$(RULES)/70-lectern.rules
	rm -rf $(DESTDIR)$(PREFIX)/lib/lectern
	$(RELOAD_UDEV)

unit-test: build-packages engines
	@.ci/require-packages $(READER_PACKAGES)
	LECTERN_ENGINE_DIR=$(abspath $(ENGINES)) swift test

rig-test: build test-packages
	Tests/Rig/selftest
	Tests/Rig/end-to-end --lectern $(abspath $(BINARY))
	Tests/Rig/udev-test --lectern $(abspath $(BINARY))
	Tests/Rig/recovery --lectern $(abspath $(BINARY))
	Tests/Rig/soak --lectern $(abspath $(BINARY)) --minutes 2 --seed 1

# The service's page in Debian's Chromium; not part of test, for the sake of Chromium's 300 MB.
browser-test: build browser-packages
	Tests/Browser/page-test --lectern $(abspath $(BINARY)) $(ARGS)

# Every fault of cable, frames, rights and driver, with how long recovery took; some six minutes, and
# more with ARGS=--long.
recovery: build test-packages
	Tests/Rig/recovery --lectern $(abspath $(BINARY)) $(ARGS)

# Random faults from a seed; ARGS='--minutes 60' for an hour of them.
soak: build test-packages
	Tests/Rig/soak --lectern $(abspath $(BINARY)) $(ARGS)

# Data races and memory errors; each sanitizer builds everything once more. Neither works with the neural
# engine, whose threads the one cannot see into and whose way of loading libraries the other refuses; the
# code reader is there for the second. Leaks are not looked for at exit, where engines are alive on threads
# that end with the process; tests count what a run holds.
# Both run what has threads, buffers and bytes from outside. Engines' pixel work, dozens of times slower there,
# and the program as a whole have their tests in unit-test; whole scans take too long under ThreadSanitizer.
SANITIZED := --filter 'CaptureTests\.|ServiceTests\.|ScannerTests\.' --skip TextlessScene
sanitize: build-packages engines
	@mkdir -p .build/code-reader && ln -sfn ../engines/libZXing.so .build/code-reader/libZXing.so
	LECTERN_ENGINE_DIR=/nonexistent swift test --sanitize=thread -Xswiftc -DTHREAD_SANITIZER --scratch-path .build/thread \
	  $(SANITIZED) --skip '(LiveScan|DataScanner|LecternService|ErrorPolicy|StillScanner)Tests'
	LECTERN_ENGINE_DIR=$(abspath .build/code-reader) ASAN_OPTIONS=detect_leaks=0 swift test --sanitize=address --scratch-path .build/address \
	  --filter 'ImagingTests\.' $(SANITIZED)

# Damaged pictures without end, against every decoder; MINUTES says how long, CORPUS where what is found
# worth keeping goes. It ends with an error at the first crash, leak, hang or overrun, and names the
# file. A library that asks for much memory gets none, as in the decoder program.
MINUTES ?= 5
CORPUS ?= .build/corpus
fuzz: build-packages
	LECTERN_FUZZ=1 swift build -c release -Xswiftc -enable-testing --product Fuzz \
	  --sanitize=fuzzer --sanitize=address --scratch-path .build/fuzz
	@mkdir -p $(CORPUS)
	ASAN_OPTIONS=allocator_may_return_null=1:max_allocation_size_mb=512 .build/fuzz/release/Fuzz \
	  -max_total_time=$$(($(MINUTES) * 60)) -timeout=20 -rss_limit_mb=3072 -malloc_limit_mb=1000000 \
	  -max_len=20000 -print_final_stats=1 -close_fd_mask=2 -artifact_prefix=.build/fuzz- \
	  $(CORPUS) Tests/Fixtures/formats

lint:
	swift format lint --strict --recursive Sources Examples Tests Package.swift
	.ci/check-imports

format:
	swift format --in-place --recursive Sources Examples Tests Package.swift

bench: build bench-packages
	Benchmarks/run --lectern $(abspath $(BINARY))

# Two hundred mixed files against one tesseract program a core: make bench-batch DATA='DIR…'.
bench-batch: build bench-packages
	Benchmarks/batch --lectern $(abspath $(BINARY)) $(ARGS) $(DATA)

# What is read of the codes in a folder of pictures with their payloads: make bench-codes DATA=DIR.
bench-codes: build bench-packages
	@Benchmarks/codes --lectern $(abspath $(BINARY)) $(DATA)

# What is read of pictures whose text is known, for each engine and the programs there are; DATA=DIR names
# the pictures, ARGS adds options.
bench-accuracy: build bench-packages
	Benchmarks/accuracy --lectern $(abspath $(BINARY)) $(ARGS) $(DATA)

# What the user is told, how soon lines flow again, and what waiting costs, as a table in Markdown.
bench-recovery: build test-packages
	@Tests/Rig/recovery --table --lectern $(abspath $(BINARY))

# Live scanning against clips with known text; DATA is a folder of clips, each with its truth.json.
bench-clips: build
	@Benchmarks/clips --lectern $(abspath $(BINARY)) $(DATA)

# How soon the lines of a page are there once it lies still, on a clip that is made for it; ARGS adds options.
bench-latency: build bench-packages
	@Benchmarks/latency --lectern $(abspath $(BINARY)) $(ARGS)

# The error of fused texts after so many frames, for clips with known truth, one in JSON per line
# (plain or compressed by gzip): make bench-fusion DATA=FILE
bench-fusion: DATA ?= $(wildcard ../shared/data/dev/fusion/clips.jsonl.gz)
bench-fusion: build-packages
	@test -n "$(DATA)" || { echo 'make bench-fusion DATA=FILE: no clips named' >&2; exit 2; }
	@swift build -c release --package-path Benchmarks/fusion-error >&2
	@set -o pipefail; gzip -cdf -- "$(DATA)" | Benchmarks/fusion-error/.build/release/FusionBenchmark

# What the scanner's own work costs, without engine and decoding, and whether its memory grows; FRAMES
# is 100,000. It drives what the library keeps to itself, which the build does not see change.
bench-live: build-packages
	@touch Benchmarks/live-speed/Sources/LiveBenchmark/*.swift
	@swift build -c release -Xswiftc -enable-testing --package-path Benchmarks/live-speed >&2
	@Benchmarks/live-speed/.build/release/LiveBenchmark $(FRAMES)

build-packages:
	@.ci/require-packages $(BUILD_PACKAGES)

test-packages:
	@.ci/require-packages $(TEST_PACKAGES)

browser-packages:
	@.ci/require-packages $(BROWSER_PACKAGES)

bench-packages:
	@.ci/require-packages $(BENCH_PACKAGES)

clean:
	rm -rf .build
