package grid

import (
	"errors"
	"runtime"
	"sync"
)

// Rows reads rows of an array cut into chunks. Chunks of which only some rows were read are kept for the next call,
// which should go on where the last one ended. It is not safe for concurrent use.
type Rows struct {
	Cut
	Limit int64 // bytes that the chunks of one row of chunks may have
	// Chunk returns the chunk of a number, unpacked, nil where it was never written. It is called from several goroutines.
	Chunk func(n uint64) ([]byte, error)

	band  uint64 // the row of chunks that was read last
	cache map[uint64][]byte
}

// ErrLimit says that the chunks of one row have more bytes than the limit.
var ErrLimit = errors.New("the chunks of one row have more bytes than the limit")

// Read copies n rows, from one on, to out. Elements that were never written are left as they are. The rows must be
// among those of the array.
func (r *Rows) Read(out []byte, from, n uint64) error {
	high := r.Cut.Chunk[0]
	counts := Counts(r.Shape, r.Cut.Chunk)
	perBand, _ := Product(counts[1:], 1<<62)
	row, _ := Product(append([]uint64{r.Size}, r.Shape[1:]...), 1<<62)
	size, _ := Product(append([]uint64{r.Size}, r.Cut.Chunk...), 1<<62)
	if size > r.Limit || perBand > 1 && perBand > r.Limit/size {
		return ErrLimit
	}
	for band := from / high; band*high < from+n; band++ {
		if band != r.band || r.cache == nil {
			r.band, r.cache = band, map[uint64][]byte{}
		}
		if err := r.load(band*uint64(perBand), uint64(perBand)); err != nil {
			return err
		}
		first, last := max(from, band*high), min(from+n, band*high+high)
		for k := range uint64(perBand) {
			number := band*uint64(perBand) + k
			if chunk := r.cache[number]; chunk != nil {
				r.CopyRows(out[(first-from)*uint64(row):], chunk, Coordinates(number, counts), first, last)
			}
		}
		if last == min(band*high+high, r.Shape[0]) {
			r.cache = nil // the next rows are in other chunks
		}
	}
	return nil
}

// load unpacks n chunks, from one on, that are not in the cache.
func (r *Rows) load(from, n uint64) error {
	if uint64(len(r.cache)) == n {
		return nil
	}
	var wait sync.WaitGroup
	var mu sync.Mutex
	var failed error
	next := from
	work := func() {
		for {
			mu.Lock()
			k := next
			next++
			stop := failed != nil || k >= from+n
			mu.Unlock()
			if stop {
				return
			}
			chunk, err := r.Chunk(k)
			mu.Lock()
			if r.cache[k] = chunk; err != nil && failed == nil {
				failed = err
			}
			mu.Unlock()
		}
	}
	for range min(n-1, uint64(runtime.GOMAXPROCS(0))-1) {
		wait.Go(work)
	}
	work()
	wait.Wait()
	if failed != nil {
		r.cache = nil
	}
	return failed
}
