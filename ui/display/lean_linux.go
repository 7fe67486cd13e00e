//go:build cgo && !ci && !headless

package display

/*
#define _GNU_SOURCE
#include <stdio.h>
#include <unistd.h>
#include <sys/mman.h>
#include <sys/resource.h>
#ifdef __GLIBC__
#include <malloc.h>
#include <pthread.h>
#endif

// Memory that the Go runtime reserves at its start, 1.1 GB, including the first part of its heap and a few threads.
#define AT_START ((size_t)1320 << 20)

// For each thread the C library reserves 64 MB, for a moment twice that, and a stack of 8 MB. Under a limit on address
// space this would leave little, so all threads then share one heap and have stacks of 1 MB, since Go has stacks of its
// own. This runs before the first thread is made and before Go starts; if Go cannot start, it says so in one sentence.
__attribute__((constructor)) static void lean(void) {
	struct rlimit l;
	if (getrlimit(RLIMIT_AS, &l) != 0 || l.rlim_cur == RLIM_INFINITY)
		return;
#if defined(__x86_64__) || defined(__aarch64__)
	void *room = mmap(NULL, AT_START, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (room == MAP_FAILED) {
		fprintf(stderr, "espalier: the limit of address space (ulimit -v %llu) is too low to start: it takes 1.5 GB and what a fit needs\n",
			(unsigned long long)l.rlim_cur / 1024);
		_exit(1);
	}
	munmap(room, AT_START);
#endif
#ifdef __GLIBC__
	mallopt(M_ARENA_MAX, 1);
	pthread_attr_t a;
	if (pthread_attr_init(&a) == 0) {
		if (pthread_attr_setstacksize(&a, 1 << 20) == 0)
			pthread_setattr_default_np(&a);
		pthread_attr_destroy(&a);
	}
#endif
}
*/
import "C"
