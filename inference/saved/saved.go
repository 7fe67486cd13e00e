// Package saved seals the saved state of a fit: the owner's name, the version of its layout, the
// state itself as CBOR, and a checksum. A truncated or altered state is refused with an error
// before it is decoded.
//
// The same value gives the same bytes: fields and the keys of maps have a fixed order.
package saved

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"sync"

	"example.org/espalier/inference/pieces"

	"github.com/fxamacker/cbor/v2"
)

// A sealed state is the magic word, the version of the owner's layout (2 bytes, big endian), the
// length of the owner's name (1 byte), the name, the body, and the first 16 bytes of the SHA-256
// of all that. One that holds other states has another magic word; see [Outer].
const (
	magic = "ESP\x01"
	check = 16
	least = len(magic) + 3 + check
)

var (
	encoding = must(cbor.EncOptions{Sort: cbor.SortBytewiseLexical, ShortestFloat: cbor.ShortestFloatNone,
		NaNConvert: cbor.NaNConvertNone, InfConvert: cbor.InfConvertNone}.UserBufferEncMode())
	decoding = must(cbor.DecOptions{DupMapKey: cbor.DupMapKeyEnforcedAPF,
		MaxArrayElements: math.MaxInt32, MaxMapPairs: math.MaxInt32,
		MaxNestedLevels: 64, IndefLength: cbor.IndefLengthForbidden}.DecMode())
)

func must[T any](mode T, err error) T {
	if err != nil {
		panic("saved: " + err.Error())
	}
	return mode
}

// buffers keeps the memory in which states were encoded, for the next ones.
var buffers = sync.Pool{New: func() any { return new([]byte) }}

// Seal returns the bytes of a state, a value whose exported fields hold everything. The owner is
// the name of a model, at most 255 bytes; the version counts the layouts that its state has had.
func Seal(owner string, version uint16, state any) ([]byte, error) {
	return pieces.Whole(SealPieces(owner, version, state, nil))
}

// SealPieces is [Seal] of a state in which some bytes have places, see [Places]; nil for none. They are not copied.
func SealPieces(owner string, version uint16, state any, places *Places) (*pieces.Bytes, error) {
	out, err := body(magic, owner, version, state, places)
	if err != nil {
		return nil, err
	}
	sum := sha256.New()
	if _, err := out.WriteTo(sum); err != nil {
		return nil, err
	}
	out.Add(sum.Sum(nil)[:check])
	return out, nil
}

// body returns the bytes before the check.
func body(magic, owner string, version uint16, state any, places *Places) (*pieces.Bytes, error) {
	b := buffers.Get().(*[]byte)
	defer buffers.Put(b)
	encoded, err := AppendEncoded(appendHead((*b)[:0], magic, owner, version), state)
	if err != nil {
		return nil, fmt.Errorf("%s: saving the state: %w", owner, err)
	}
	*b = encoded
	return places.fill(bytes.Clone(encoded))
}

// appendHead appends the bytes before the body.
func appendHead(b []byte, magic, owner string, version uint16) []byte {
	if len(owner) > math.MaxUint8 {
		panic("saved: the name of the owner is too long: " + owner)
	}
	b = append(b, magic...)
	b = binary.BigEndian.AppendUint16(b, version)
	b = append(b, byte(len(owner)))
	return append(b, owner...)
}

// Open decodes what [Seal] made into state, a pointer. The error says whether the bytes are no saved state, damaged, of
// another owner or of another version, and gives the remedy.
func Open(owner string, version uint16, sealed []byte, state any) error {
	inner, err := OpenOuter(owner, version, sealed, state)
	if err == nil && len(inner) > 0 {
		err = unreadable(owner, errors.New("it holds the states of several fits"))
	}
	return err
}

func unreadable(owner string, err error) error {
	return fmt.Errorf("%s: the saved state cannot be read: %w; start the run again", owner, err)
}

var errDamaged = errors.New("it is damaged or cut short")

// open returns the body and the inner states.
func open(owner string, version uint16, sealed []byte) (body []byte, inner [][]byte, err error) {
	if len(sealed) < least || string(sealed[:len(magic)]) != magic && !isOuter(sealed) {
		return nil, nil, errors.New("it is cut short, or is not a saved state")
	}
	rest := sealed[:len(sealed)-check]
	var sum [sha256.Size]byte
	if isOuter(sealed) {
		if rest, inner, sum, err = splitOuter(rest); err != nil {
			return nil, nil, err
		}
	} else {
		sum = sha256.Sum256(rest)
	}
	if string(sum[:check]) != string(sealed[len(sealed)-check:]) {
		return nil, nil, errDamaged
	}
	rest = rest[len(magic):]
	v, n := binary.BigEndian.Uint16(rest), int(rest[2])
	if rest = rest[3:]; len(rest) < n {
		return nil, nil, errors.New("it is damaged")
	}
	if name := string(rest[:n]); name != owner {
		return nil, nil, fmt.Errorf("it belongs to %s", name)
	}
	if v != version {
		return nil, nil, fmt.Errorf("it has layout %d, but this version of the program reads %d", v, version)
	}
	return rest[n:], inner, nil
}

// Guard calls f, which uses a decoded state, and turns a panic into an error: a state may have a
// right checksum and still not come from this program.
func Guard(owner string, f func() error) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("%s: the saved state does not belong to this table and these settings (%v); start the "+
				"run again", owner, v)
		}
	}()
	return f()
}

// AppendEncoded appends a value in CBOR to b, as [Seal] writes it but without a seal around it.
func AppendEncoded(b []byte, v any) ([]byte, error) {
	out := bytes.NewBuffer(b)
	err := encoding.MarshalToBuffer(v, out)
	return out.Bytes(), err
}

// Decode reads what [AppendEncoded] wrote into v, a pointer. Incomplete data or data of another form give
// an error.
func Decode(data []byte, v any) error { return decoding.Unmarshal(data, v) }

// Sealed reports whether bytes begin as those that this package makes do; they may be damaged.
func Sealed(data []byte) bool {
	return isOuter(data) || bytes.HasPrefix(data, []byte(magic)) || bytes.HasPrefix(data, []byte(apartMagic))
}

// Generator returns the state of a random number generator. It panics for one that cannot be saved; those of
// math/rand/v2 can.
func Generator(source interface{ MarshalBinary() ([]byte, error) }) []byte {
	state, err := source.MarshalBinary()
	if err != nil {
		panic("saved: the random number generator cannot be saved: " + err.Error())
	}
	return state
}
