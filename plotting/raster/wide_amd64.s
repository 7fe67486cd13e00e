#include "textflag.h"

// The loops of thin.go and blend.go with AVX2: 32 bytes at a time. They give the same bits, which FuzzWide checks.
//
// How to read this file:
//
//   - The last operand is the result: VPSUBW B, A, C means C = A − B. Suffix B is bytes, W lanes of 16 bits, D of 32, Q of 64.
//   - X0 is the lower half of Y0. Most instructions work in each half on its own; packing and unpacking, too.
//   - Adding with US, and packing with US, limits each result to 0 to 255.
//   - Nothing need be aligned in memory.
//   - The loops test at their ends: the counts n and rows must be at least 1. The callers check what is read and written.
//   - Before a return, VZEROUPPER clears the upper halves, without which instructions of older kinds may run slowly.

// lanes<> numbers eight lanes of 32 bits: 0 to 7.
DATA lanes<>+0(SB)/8, $0x0000000100000000
DATA lanes<>+8(SB)/8, $0x0000000300000002
DATA lanes<>+16(SB)/8, $0x0000000500000004
DATA lanes<>+24(SB)/8, $0x0000000700000006
GLOBL lanes<>(SB), RODATA|NOPTR, $32

// even<> holds where rows 0 and 2 begin, in units of 1/256 of a pixel: eight lanes of 16 bits for each. odd<> does so for
// rows 1 and 3. VPACKUSWB works in each half, so that it puts rows 0, 1, 2 and 3 in order.
DATA even<>+0(SB)/8, $0
DATA even<>+8(SB)/8, $0
DATA even<>+16(SB)/8, $0x0200020002000200
DATA even<>+24(SB)/8, $0x0200020002000200
GLOBL even<>(SB), RODATA|NOPTR, $32
DATA odd<>+0(SB)/8, $0x0100010001000100
DATA odd<>+8(SB)/8, $0x0100010001000100
DATA odd<>+16(SB)/8, $0x0300030003000300
DATA odd<>+24(SB)/8, $0x0300030003000300
GLOBL odd<>(SB), RODATA|NOPTR, $32

// some<> makes masks of eight lanes of 16 bits. Read from byte 16 − 2·first, it keeps the lanes from first on; read from
// byte 30 − 2·last, it keeps those up to last.
DATA some<>+0(SB)/8, $0
DATA some<>+8(SB)/8, $0
DATA some<>+16(SB)/8, $0xFFFFFFFFFFFFFFFF
DATA some<>+24(SB)/8, $0xFFFFFFFFFFFFFFFF
DATA some<>+32(SB)/8, $0
DATA some<>+40(SB)/8, $0
GLOBL some<>(SB), RODATA|NOPTR, $48

// func coverWide(pix *uint8, stride, n, at, step, thick, rows, first, last int)
//
// Each lane is a pixel along the line. Eight make a strip; the bytes of its rows, eight each, follow one another. at is
// where the line begins across the first strip in lane 0, and step how far it moves from lane to lane, both in units of 1/65536
// of a pixel; thick is in units of 1/256. A strip has rows rows, and room for at least three more behind them, because four
// rows are written at once.
//
// A row is 256 units high. Of the row from 0 to 256, a line from u to u + thick covers the least of u + thick, 256 − u,
// thick and 256, or nothing where that is below 0. A row's u is that of the row before less 256.
TEXT ·coverWide(SB), NOSPLIT, $0-72
	MOVQ pix+0(FP), SI
	MOVQ stride+8(FP), BX
	MOVQ n+16(FP), CX
	MOVQ at+24(FP), R8
	MOVQ step+32(FP), R9
	MOVQ thick+40(FP), R10
	MOVQ rows+48(FP), R11
	DECQ R11

	VMOVD        R9, X0
	VPBROADCASTD X0, Y15
	VPMULLD      lanes<>(SB), Y15, Y15 // from the first lane to each
	VMOVD        R10, X0
	VPBROADCASTW X0, Y14               // thick
	MOVQ         $256, AX
	VMOVD        AX, X0
	VPBROADCASTW X0, Y9                // a row
	VPSLLW       $2, Y9, Y10           // four rows
	VPMINSW      Y9, Y14, Y13          // the least of thick and a row

	LEAQ some<>+16(SB), AX
	MOVQ first+56(FP), DX
	ADDQ DX, DX
	SUBQ DX, AX
	VBROADCASTI128 (AX), Y7
	VPAND Y13, Y7, Y7                  // that of the lanes from first on
	LEAQ some<>+30(SB), AX
	MOVQ last+64(FP), DX
	ADDQ DX, DX
	SUBQ DX, AX
	VBROADCASTI128 (AX), Y6            // the lanes up to last

	IMUL3Q  $7, R9, R12
	XORQ    R13, R13
	CMPQ    R12, $0
	CMOVQLT R12, R13                   // from the first lane to the uppermost edge
	SUBQ    R13, R12
	SHLQ    $8, R10
	LEAQ    (R12)(R10*1), R10          // to the lowest edge
	SHLQ    $3, R9

strip:
	CMPQ CX, $1
	JNE  middle
	VPAND Y6, Y7, Y7

middle:
	LEAQ    (R8)(R13*1), R12
	LEAQ    (R8)(R10*1), DX
	SARQ    $16, R12
	SARQ    $16, DX
	XORQ    AX, AX
	CMPQ    R12, AX
	CMOVQLT AX, R12                    // the first row
	CMPQ    DX, R11
	CMOVQGT R11, DX
	SUBQ    R12, DX                    // rows after it
	JLT     next

	MOVQ R12, AX
	SHLQ $16, AX
	MOVQ R8, DI
	SUBQ AX, DI
	VMOVD        DI, X0
	VPBROADCASTD X0, Y0
	VPADDD       Y15, Y0, Y0
	VPSRAD       $8, Y0, Y0
	VPACKSSDW    Y0, Y0, Y0
	VPERMQ       $0x88, Y0, Y0
	VPSUBW       even<>(SB), Y0, Y1    // u of two rows
	VPSUBW       odd<>(SB), Y0, Y2     // and of the two between and after them
	VPSUBW       Y1, Y9, Y3
	VPSUBW       Y2, Y9, Y4
	VPADDW       Y14, Y1, Y1
	VPADDW       Y14, Y2, Y2
	LEAQ         (SI)(R12*8), DI

four:
	VPMINSW   Y3, Y1, Y5
	VPMINSW   Y4, Y2, Y0
	VPMINSW   Y7, Y5, Y5
	VPMINSW   Y7, Y0, Y0
	VPACKUSWB Y0, Y5, Y5
	VPADDUSB  (DI), Y5, Y5
	VMOVDQU   Y5, (DI)
	SUBQ      $4, DX
	JLT       next
	VPSUBW    Y10, Y1, Y1
	VPSUBW    Y10, Y2, Y2
	VPADDW    Y10, Y3, Y3
	VPADDW    Y10, Y4, Y4
	ADDQ      $32, DI
	JMP       four

next: // only the first strip begins at first
	ADDQ    R9, R8
	ADDQ    BX, SI
	VMOVDQU Y13, Y7
	DECQ    CX
	JNZ     strip
	VZEROUPPER
	RET

// pairs<> widens a mask of eight pixels for VPSHUFB: each of the four channels of a pixel gets the pixel's coverage, as 16
// bits ($0x80 stands for a zero). The first 32 bytes give pixels 0, 1, 4 and 5, the others 2, 3, 6 and 7: the order that
// VPUNPCKLBW and VPUNPCKHBW leave.
DATA pairs<>+0(SB)/8, $0x8000800080008000
DATA pairs<>+8(SB)/8, $0x8001800180018001
DATA pairs<>+16(SB)/8, $0x8004800480048004
DATA pairs<>+24(SB)/8, $0x8005800580058005
DATA pairs<>+32(SB)/8, $0x8002800280028002
DATA pairs<>+40(SB)/8, $0x8003800380038003
DATA pairs<>+48(SB)/8, $0x8006800680068006
DATA pairs<>+56(SB)/8, $0x8007800780078007
GLOBL pairs<>(SB), RODATA|NOPTR, $64

// INK loads the arguments, the four bytes of the ink into lanes of 16 bits of Y15, its opacity in DX, 128 into Y13, pairs<>
// into Y11 and Y10, and 0 into Y9.
#define INK \
	MOVQ         dst+0(FP), R11   \
	MOVQ         mask+8(FP), R12  \
	MOVQ         n+16(FP), R13    \
	MOVQ         rows+24(FP), R8  \
	MOVQ         dstStride+32(FP), R9 \
	MOVQ         maskStride+40(FP), R10 \
	MOVL         word+48(FP), DX  \
	VMOVD        DX, X0           \
	VPMOVZXBW    X0, X0           \
	VPBROADCASTQ X0, Y15          \
	SHRL         $24, DX          \
	MOVL         $128, AX         \
	VMOVD        AX, X0           \
	VPBROADCASTW X0, Y13          \
	VMOVDQU      pairs<>(SB), Y11 \
	VMOVDQU      pairs<>+32(SB), Y10 \
	VPXOR        Y9, Y9, Y9

// TINT lays a translucent ink on four pixels: m are their coverages and then the result, dst their bytes. Each is in lanes
// of 16 bits. x/255, rounded, is (x + 128 + (x+128)>>8) >> 8, as in div255. No lane overflows: a premultiplied colour is at
// most its opacity. Y14 holds the opacity, Y12 255.
#define TINT(m, dst) \
	VPMULLW Y14, m, Y3  \ // what the ground loses
	VPADDW  Y13, Y3, Y3 \
	VPSRLW  $8, Y3, Y5  \
	VPADDW  Y5, Y3, Y3  \
	VPSRLW  $8, Y3, Y3  \
	VPSUBW  Y3, Y12, Y3 \ // what it keeps
	VPMULLW Y15, m, m   \
	VPMULLW Y3, dst, dst \
	VPADDW  dst, m, m   \
	VPADDW  Y13, m, m   \
	VPSRLW  $8, m, Y5   \
	VPADDW  Y5, m, m    \
	VPSRLW  $8, m, m

// tintWide walks eight pixels at a time and skips those that the mask leaves clear.
//
// func tintWide(dst, mask *uint8, n, rows, dstStride, maskStride int, word uint32)
TEXT ·tintWide(SB), NOSPLIT, $0-52
	INK
	VMOVD        DX, X0
	VPBROADCASTW X0, Y14
	MOVL         $255, AX
	VMOVD        AX, X0
	VPBROADCASTW X0, Y12

tintRow:
	MOVQ R11, DI
	MOVQ R12, SI
	MOVQ R13, CX

tint:
	MOVQ  (SI), AX
	TESTQ AX, AX
	JZ    clear
	VMOVQ        AX, X0
	VPBROADCASTQ X0, Y0
	VPSHUFB      Y11, Y0, Y1
	VPSHUFB      Y10, Y0, Y2
	VMOVDQU      (DI), Y6
	VPUNPCKLBW   Y9, Y6, Y7
	VPUNPCKHBW   Y9, Y6, Y8
	TINT(Y1, Y7)
	TINT(Y2, Y8)
	VPACKUSWB Y2, Y1, Y1
	VMOVDQU   Y1, (DI)

clear:
	ADDQ $8, SI
	ADDQ $32, DI
	DECQ CX
	JNZ  tint
	ADDQ R9, R11
	ADDQ R10, R12
	DECQ R8
	JNZ  tintRow
	VZEROUPPER
	RET

// COAT is TINT for an opaque ink. Its share is of 256, from a coverage c of 255: c + c>>7. Y14 holds 256.
#define COAT(m, dst) \
	VPSRLW  $7, m, Y3   \
	VPADDW  Y3, m, m    \
	VPSUBW  m, Y14, Y3  \
	VPMULLW Y15, m, m   \
	VPMULLW Y3, dst, dst \
	VPADDW  dst, m, m   \
	VPADDW  Y13, m, m   \
	VPSRLW  $8, m, m

// func opaqueWide(dst, mask *uint8, n, rows, dstStride, maskStride int, word uint32)
TEXT ·opaqueWide(SB), NOSPLIT, $0-52
	INK
	MOVL         $256, AX
	VMOVD        AX, X0
	VPBROADCASTW X0, Y14

coatRow:
	MOVQ R11, DI
	MOVQ R12, SI
	MOVQ R13, CX

coat:
	MOVQ  (SI), AX
	TESTQ AX, AX
	JZ    bare
	VMOVQ        AX, X0
	VPBROADCASTQ X0, Y0
	VPSHUFB      Y11, Y0, Y1
	VPSHUFB      Y10, Y0, Y2
	VMOVDQU      (DI), Y6
	VPUNPCKLBW   Y9, Y6, Y7
	VPUNPCKHBW   Y9, Y6, Y8
	COAT(Y1, Y7)
	COAT(Y2, Y8)
	VPACKUSWB Y2, Y1, Y1
	VMOVDQU   Y1, (DI)

bare:
	ADDQ $8, SI
	ADDQ $32, DI
	DECQ CX
	JNZ  coat
	ADDQ R9, R11
	ADDQ R10, R12
	DECQ R8
	JNZ  coatRow
	VZEROUPPER
	RET

// weave<> puts the bytes of two columns of eight beside each other, row by row.
DATA weave<>+0(SB)/8, $0x0B030A0209010800
DATA weave<>+8(SB)/8, $0x0F070E060D050C04
GLOBL weave<>(SB), RODATA|NOPTR, $16

// ROWS adds two rows of eight bytes in x to those at p and at p + the width in BX.
#define ROWS(x, p) \
	VMOVQ    (p), X8            \
	VPINSRQ  $1, (p)(BX*1), X8, X8 \
	VPADDUSB X8, x, x           \
	VMOVQ    x, (p)             \
	VPEXTRQ  $1, x, (p)(BX*1)

// A block is eight by eight pixels: eight rows of flat, eight columns of steep, which are turned into rows by interleaving
// bytes, then pairs, then fours. width is a multiple of eight; stride is from block to block of flat.
//
// func weaveWide(out, flat, steep *uint8, width, stride int)
TEXT ·weaveWide(SB), NOSPLIT, $0-40
	MOVQ out+0(FP), DI
	MOVQ flat+8(FP), SI
	MOVQ steep+16(FP), DX
	MOVQ width+24(FP), BX
	MOVQ stride+32(FP), R8
	MOVQ BX, CX
	SHRQ $3, CX
	LEAQ (BX)(BX*1), R9
	VMOVDQU weave<>(SB), X9

block:
	VMOVDQU (DX), Y0
	VMOVDQU 32(DX), Y1
	VPOR    (SI), Y0, Y2
	VPOR    32(SI), Y1, Y3
	VPOR    Y2, Y3, Y2
	VPTEST  Y2, Y2
	JZ      empty
	VEXTRACTI128 $1, Y0, X2
	VEXTRACTI128 $1, Y1, X3
	VPSHUFB X9, X0, X0     // columns 0 and 1
	VPSHUFB X9, X2, X2     // 2 and 3
	VPSHUFB X9, X1, X1     // 4 and 5
	VPSHUFB X9, X3, X3     // 6 and 7
	VPUNPCKLWD X2, X0, X4  // columns 0 to 3 of rows 0 to 3
	VPUNPCKHWD X2, X0, X5  // of rows 4 to 7
	VPUNPCKLWD X3, X1, X6  // columns 4 to 7
	VPUNPCKHWD X3, X1, X7
	VPUNPCKLDQ X6, X4, X0  // rows 0 and 1
	VPUNPCKHDQ X6, X4, X1
	VPUNPCKLDQ X7, X5, X2
	VPUNPCKHDQ X7, X5, X3
	VPADDUSB (SI), X0, X0
	VPADDUSB 16(SI), X1, X1
	VPADDUSB 32(SI), X2, X2
	VPADDUSB 48(SI), X3, X3
	MOVQ DI, AX
	ROWS(X0, AX)
	ADDQ R9, AX
	ROWS(X1, AX)
	ADDQ R9, AX
	ROWS(X2, AX)
	ADDQ R9, AX
	ROWS(X3, AX)

empty:
	ADDQ $64, DX
	ADDQ R8, SI
	ADDQ $8, DI
	DECQ CX
	JNZ  block
	VZEROUPPER
	RET
