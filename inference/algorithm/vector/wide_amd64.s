#include "textflag.h"

// The loops of vector.go with four numbers in a register. Partial sum i of four is lane i. What is
// left over at the end of a row is handled one by one and added to the first partial sum. Products
// and sums are rounded one by one, as there.

// END adds the four partial sums in Y0, the first half of which is X0, into X0.
#define END \
	VHADDPD X0, X0, X0 \
	VHADDPD X2, X2, X2 \
	VADDSD  X2, X0, X0

// func squaredDistanceWide(a, b *float64, n int) float64
TEXT ·squaredDistanceWide(SB), NOSPLIT, $0-32
	MOVQ   a+0(FP), SI
	MOVQ   b+8(FP), DI
	MOVQ   n+16(FP), CX
	VXORPD Y0, Y0, Y0
	SUBQ   $4, CX

four:
	VMOVUPD (SI), Y1
	VSUBPD  (DI), Y1, Y1
	VMULPD  Y1, Y1, Y1
	VADDPD  Y1, Y0, Y0
	ADDQ    $32, SI
	ADDQ    $32, DI
	SUBQ    $4, CX
	JGE     four
	VEXTRACTF128 $1, Y0, X2
	ADDQ    $4, CX
	JZ      end

one:
	VMOVSD (SI), X1
	VSUBSD (DI), X1, X1
	VMULSD X1, X1, X1
	VADDSD X1, X0, X0
	ADDQ   $8, SI
	ADDQ   $8, DI
	DECQ   CX
	JNZ    one

end:
	END
	VMOVSD X0, ret+24(FP)
	VZEROUPPER
	RET

// func dotWide(a, b *float64, n int) float64
TEXT ·dotWide(SB), NOSPLIT, $0-32
	MOVQ   a+0(FP), SI
	MOVQ   b+8(FP), DI
	MOVQ   n+16(FP), CX
	VXORPD Y0, Y0, Y0
	SUBQ   $4, CX

four:
	VMOVUPD (SI), Y1
	VMULPD  (DI), Y1, Y1
	VADDPD  Y1, Y0, Y0
	ADDQ    $32, SI
	ADDQ    $32, DI
	SUBQ    $4, CX
	JGE     four
	VEXTRACTF128 $1, Y0, X2
	ADDQ    $4, CX
	JZ      end

one:
	VMOVSD (SI), X1
	VMULSD (DI), X1, X1
	VADDSD X1, X0, X0
	ADDQ   $8, SI
	ADDQ   $8, DI
	DECQ   CX
	JNZ    one

end:
	END
	VMOVSD X0, ret+24(FP)
	VZEROUPPER
	RET

// func blendWide(dst, a, b *float64, n int, wa, wb float64) float64
TEXT ·blendWide(SB), NOSPLIT, $0-56
	MOVQ   dst+0(FP), DX
	MOVQ   a+8(FP), SI
	MOVQ   b+16(FP), DI
	MOVQ   n+24(FP), CX
	VBROADCASTSD wa+32(FP), Y4
	VBROADCASTSD wb+40(FP), Y5
	VXORPD Y0, Y0, Y0
	SUBQ   $4, CX

four:
	VMOVUPD (SI), Y1
	VMOVUPD (DI), Y2
	VSUBPD  Y2, Y1, Y3
	VMULPD  Y3, Y3, Y3
	VADDPD  Y3, Y0, Y0
	VMULPD  Y1, Y4, Y1
	VMULPD  Y2, Y5, Y2
	VADDPD  Y2, Y1, Y1
	VMOVUPD Y1, (DX)
	ADDQ    $32, SI
	ADDQ    $32, DI
	ADDQ    $32, DX
	SUBQ    $4, CX
	JGE     four
	VEXTRACTF128 $1, Y0, X6
	ADDQ    $4, CX
	JZ      end

one:
	VMOVSD (SI), X1
	VMOVSD (DI), X2
	VSUBSD X2, X1, X3
	VMULSD X3, X3, X3
	VADDSD X3, X0, X0
	VMULSD X1, X4, X1
	VMULSD X2, X5, X2
	VADDSD X2, X1, X1
	VMOVSD X1, (DX)
	ADDQ   $8, SI
	ADDQ   $8, DI
	ADDQ   $8, DX
	DECQ   CX
	JNZ    one

end:
	VMOVAPD X6, X2
	END
	VMOVSD X0, ret+48(FP)
	VZEROUPPER
	RET

// func mixWide(dst, a, b *float64, n int, wa, wb float64)
TEXT ·mixWide(SB), NOSPLIT, $0-48
	MOVQ dst+0(FP), DX
	MOVQ a+8(FP), SI
	MOVQ b+16(FP), DI
	MOVQ n+24(FP), CX
	VBROADCASTSD wa+32(FP), Y4
	VBROADCASTSD wb+40(FP), Y5
	SUBQ $4, CX

four:
	VMULPD  (SI), Y4, Y1
	VMULPD  (DI), Y5, Y2
	VADDPD  Y2, Y1, Y1
	VMOVUPD Y1, (DX)
	ADDQ    $32, SI
	ADDQ    $32, DI
	ADDQ    $32, DX
	SUBQ    $4, CX
	JGE     four
	ADDQ    $4, CX
	JZ      end

one:
	VMULSD (SI), X4, X1
	VMULSD (DI), X5, X2
	VADDSD X2, X1, X1
	VMOVSD X1, (DX)
	ADDQ   $8, SI
	ADDQ   $8, DI
	ADDQ   $8, DX
	DECQ   CX
	JNZ    one

end:
	VZEROUPPER
	RET

// func addScaledWide(dst, a *float64, n int, w float64)
TEXT ·addScaledWide(SB), NOSPLIT, $0-32
	MOVQ dst+0(FP), DX
	MOVQ a+8(FP), SI
	MOVQ n+16(FP), CX
	VBROADCASTSD w+24(FP), Y4
	SUBQ $4, CX

four:
	VMULPD  (SI), Y4, Y1
	VADDPD  (DX), Y1, Y1
	VMOVUPD Y1, (DX)
	ADDQ    $32, SI
	ADDQ    $32, DX
	SUBQ    $4, CX
	JGE     four
	ADDQ    $4, CX
	JZ      end

one:
	VMULSD (SI), X4, X1
	VADDSD (DX), X1, X1
	VMOVSD X1, (DX)
	ADDQ   $8, SI
	ADDQ   $8, DX
	DECQ   CX
	JNZ    one

end:
	VZEROUPPER
	RET

// func scaledWide(dst, a *float64, n int, w float64)
TEXT ·scaledWide(SB), NOSPLIT, $0-32
	MOVQ dst+0(FP), DX
	MOVQ a+8(FP), SI
	MOVQ n+16(FP), CX
	VBROADCASTSD w+24(FP), Y4
	SUBQ $4, CX

four:
	VMULPD  (SI), Y4, Y1
	VMOVUPD Y1, (DX)
	ADDQ    $32, SI
	ADDQ    $32, DX
	SUBQ    $4, CX
	JGE     four
	ADDQ    $4, CX
	JZ      end

one:
	VMULSD (SI), X4, X1
	VMOVSD X1, (DX)
	ADDQ   $8, SI
	ADDQ   $8, DX
	DECQ   CX
	JNZ    one

end:
	VZEROUPPER
	RET

// func divideWide(a *float64, n int, w float64)
TEXT ·divideWide(SB), NOSPLIT, $0-24
	MOVQ a+0(FP), SI
	MOVQ n+8(FP), CX
	VBROADCASTSD w+16(FP), Y4
	SUBQ $4, CX

four:
	VMOVUPD (SI), Y1
	VDIVPD  Y4, Y1, Y1
	VMOVUPD Y1, (SI)
	ADDQ    $32, SI
	SUBQ    $4, CX
	JGE     four
	ADDQ    $4, CX
	JZ      end

one:
	VMOVSD (SI), X1
	VDIVSD X4, X1, X1
	VMOVSD X1, (SI)
	ADDQ   $8, SI
	DECQ   CX
	JNZ    one

end:
	VZEROUPPER
	RET

// func blendAndMeasureWide(dst, a, b *float64, n int, wa, wb float64, m, q *float64) (dq, mq, dm float64)
//
// Two partial sums each: the halves of a register of four squares are added one after the other.
TEXT ·blendAndMeasureWide(SB), NOSPLIT, $0-88
	MOVQ   dst+0(FP), DX
	MOVQ   a+8(FP), SI
	MOVQ   b+16(FP), DI
	MOVQ   n+24(FP), CX
	VBROADCASTSD wa+32(FP), Y4
	VBROADCASTSD wb+40(FP), Y5
	MOVQ   m+48(FP), R8
	MOVQ   q+56(FP), R9
	VXORPD X10, X10, X10
	VXORPD X11, X11, X11
	VXORPD X12, X12, X12
	SUBQ   $4, CX

four:
	VMULPD  (SI), Y4, Y1
	VMULPD  (DI), Y5, Y2
	VADDPD  Y2, Y1, Y1
	VMOVUPD Y1, (DX)
	VMOVUPD (R8), Y2
	VMOVUPD (R9), Y3
	VSUBPD  Y3, Y1, Y6
	VSUBPD  Y3, Y2, Y7
	VSUBPD  Y2, Y1, Y8
	VMULPD  Y6, Y6, Y6
	VMULPD  Y7, Y7, Y7
	VMULPD  Y8, Y8, Y8
	VADDPD  X6, X10, X10
	VADDPD  X7, X11, X11
	VADDPD  X8, X12, X12
	VEXTRACTF128 $1, Y6, X6
	VEXTRACTF128 $1, Y7, X7
	VEXTRACTF128 $1, Y8, X8
	VADDPD  X6, X10, X10
	VADDPD  X7, X11, X11
	VADDPD  X8, X12, X12
	ADDQ    $32, SI
	ADDQ    $32, DI
	ADDQ    $32, DX
	ADDQ    $32, R8
	ADDQ    $32, R9
	SUBQ    $4, CX
	JGE     four
	ADDQ    $4, CX
	CMPQ    CX, $2
	JLT     left

	// Two more, one for each partial sum.
	VMULPD  (SI), X4, X1
	VMULPD  (DI), X5, X2
	VADDPD  X2, X1, X1
	VMOVUPD X1, (DX)
	VMOVUPD (R8), X2
	VMOVUPD (R9), X3
	VSUBPD  X3, X1, X6
	VSUBPD  X3, X2, X7
	VSUBPD  X2, X1, X8
	VMULPD  X6, X6, X6
	VMULPD  X7, X7, X7
	VMULPD  X8, X8, X8
	VADDPD  X6, X10, X10
	VADDPD  X7, X11, X11
	VADDPD  X8, X12, X12
	ADDQ    $16, SI
	ADDQ    $16, DI
	ADDQ    $16, DX
	ADDQ    $16, R8
	ADDQ    $16, R9
	SUBQ    $2, CX

left:
	CMPQ   CX, $0
	JEQ    end
	VMULSD (SI), X4, X1
	VMULSD (DI), X5, X2
	VADDSD X2, X1, X1
	VMOVSD X1, (DX)
	VMOVSD (R8), X2
	VMOVSD (R9), X3
	VSUBSD X3, X1, X6
	VSUBSD X3, X2, X7
	VSUBSD X2, X1, X8
	VMULSD X6, X6, X6
	VMULSD X7, X7, X7
	VMULSD X8, X8, X8
	VADDSD X6, X10, X10
	VADDSD X7, X11, X11
	VADDSD X8, X12, X12

end:
	VHADDPD X10, X10, X10
	VHADDPD X11, X11, X11
	VHADDPD X12, X12, X12
	VMOVSD  X10, dq+64(FP)
	VMOVSD  X11, mq+72(FP)
	VMOVSD  X12, dm+80(FP)
	VZEROUPPER
	RET

// TOTAL adds the four partial sums of a register, whose halves are X and H, into X.
#define TOTAL(X, H) \
	VHADDPD X, X, X \
	VHADDPD H, H, H \
	VADDSD  H, X, X

// func distancesWide(a, b, c *float64, n int) (bc, ac, ab float64)
TEXT ·distancesWide(SB), NOSPLIT, $0-56
	MOVQ   a+0(FP), SI
	MOVQ   b+8(FP), DI
	MOVQ   c+16(FP), R8
	MOVQ   n+24(FP), CX
	VXORPD Y10, Y10, Y10
	VXORPD Y11, Y11, Y11
	VXORPD Y12, Y12, Y12
	SUBQ   $4, CX

four:
	VMOVUPD (SI), Y1
	VMOVUPD (DI), Y2
	VMOVUPD (R8), Y3
	VSUBPD  Y3, Y2, Y4
	VSUBPD  Y3, Y1, Y5
	VSUBPD  Y2, Y1, Y6
	VMULPD  Y4, Y4, Y4
	VMULPD  Y5, Y5, Y5
	VMULPD  Y6, Y6, Y6
	VADDPD  Y4, Y10, Y10
	VADDPD  Y5, Y11, Y11
	VADDPD  Y6, Y12, Y12
	ADDQ    $32, SI
	ADDQ    $32, DI
	ADDQ    $32, R8
	SUBQ    $4, CX
	JGE     four
	VEXTRACTF128 $1, Y10, X7
	VEXTRACTF128 $1, Y11, X8
	VEXTRACTF128 $1, Y12, X9
	ADDQ    $4, CX
	JZ      end

one:
	VMOVSD (SI), X1
	VMOVSD (DI), X2
	VMOVSD (R8), X3
	VSUBSD X3, X2, X4
	VSUBSD X3, X1, X5
	VSUBSD X2, X1, X6
	VMULSD X4, X4, X4
	VMULSD X5, X5, X5
	VMULSD X6, X6, X6
	VADDSD X4, X10, X10
	VADDSD X5, X11, X11
	VADDSD X6, X12, X12
	ADDQ   $8, SI
	ADDQ   $8, DI
	ADDQ   $8, R8
	DECQ   CX
	JNZ    one

end:
	TOTAL(X10, X7)
	TOTAL(X11, X8)
	TOTAL(X12, X9)
	VMOVSD X10, bc+32(FP)
	VMOVSD X11, ac+40(FP)
	VMOVSD X12, ab+48(FP)
	VZEROUPPER
	RET

// func turnsWide(a0, a1, b0, b1, c0, c1 *float64, n int) (dd, de, df, ef float64)
TEXT ·turnsWide(SB), NOSPLIT, $0-88
	MOVQ   a0+0(FP), SI
	MOVQ   a1+8(FP), DI
	MOVQ   b0+16(FP), R8
	MOVQ   b1+24(FP), R9
	MOVQ   c0+32(FP), R10
	MOVQ   c1+40(FP), R11
	MOVQ   n+48(FP), CX
	XORQ   AX, AX
	VXORPD Y10, Y10, Y10
	VXORPD Y11, Y11, Y11
	VXORPD Y12, Y12, Y12
	VXORPD Y13, Y13, Y13
	SUBQ   $4, CX

four:
	VMOVUPD (SI)(AX*8), Y1
	VMOVUPD (R8)(AX*8), Y2
	VMOVUPD (R10)(AX*8), Y3
	VSUBPD  (DI)(AX*8), Y1, Y1
	VSUBPD  (R9)(AX*8), Y2, Y2
	VSUBPD  (R11)(AX*8), Y3, Y3
	VMULPD  Y1, Y1, Y4
	VMULPD  Y1, Y2, Y5
	VMULPD  Y1, Y3, Y6
	VMULPD  Y2, Y3, Y7
	VADDPD  Y4, Y10, Y10
	VADDPD  Y5, Y11, Y11
	VADDPD  Y6, Y12, Y12
	VADDPD  Y7, Y13, Y13
	ADDQ    $4, AX
	SUBQ    $4, CX
	JGE     four
	VEXTRACTF128 $1, Y10, X8
	VEXTRACTF128 $1, Y11, X9
	VEXTRACTF128 $1, Y12, X14
	VEXTRACTF128 $1, Y13, X15
	ADDQ    $4, CX
	JZ      end

one:
	VMOVSD (SI)(AX*8), X1
	VMOVSD (R8)(AX*8), X2
	VMOVSD (R10)(AX*8), X3
	VSUBSD (DI)(AX*8), X1, X1
	VSUBSD (R9)(AX*8), X2, X2
	VSUBSD (R11)(AX*8), X3, X3
	VMULSD X1, X1, X4
	VMULSD X1, X2, X5
	VMULSD X1, X3, X6
	VMULSD X2, X3, X7
	VADDSD X4, X10, X10
	VADDSD X5, X11, X11
	VADDSD X6, X12, X12
	VADDSD X7, X13, X13
	INCQ   AX
	DECQ   CX
	JNZ    one

end:
	TOTAL(X10, X8)
	TOTAL(X11, X9)
	TOTAL(X12, X14)
	TOTAL(X13, X15)
	VMOVSD X10, dd+56(FP)
	VMOVSD X11, de+64(FP)
	VMOVSD X12, df+72(FP)
	VMOVSD X13, ef+80(FP)
	VZEROUPPER
	RET

DATA largest<>+0(SB)/8, $0x7fefffffffffffff
GLOBL largest<>(SB), RODATA|NOPTR, $8
DATA unity<>+0(SB)/8, $0x3ff0000000000000
GLOBL unity<>(SB), RODATA|NOPTR, $8

// func joinWide(vari, mean, va, ma, vb, mb *float64, n int, wa, wb float64)
//
// A sum of variances above the largest number is replaced: lanes where x is also above it take y
// and its mean, others x and its mean.
TEXT ·joinWide(SB), NOSPLIT, $0-72
	MOVQ vari+0(FP), DX
	MOVQ mean+8(FP), BX
	MOVQ va+16(FP), SI
	MOVQ ma+24(FP), R8
	MOVQ vb+32(FP), DI
	MOVQ mb+40(FP), R9
	MOVQ n+48(FP), CX
	VBROADCASTSD wa+56(FP), Y14
	VBROADCASTSD wb+64(FP), Y15
	VBROADCASTSD largest<>(SB), Y13
	SUBQ $4, CX

four:
	VADDPD    (SI), Y14, Y0       // x
	VADDPD    (DI), Y15, Y1       // y
	VMOVUPD   (R8), Y2
	VMOVUPD   (R9), Y3
	VADDPD    Y1, Y0, Y4          // sum
	VDIVPD    Y4, Y1, Y5          // share
	VDIVPD    Y4, Y0, Y6          // rest
	VMULPD    Y5, Y0, Y7          // variance
	VMULPD    Y2, Y5, Y5
	VMULPD    Y3, Y6, Y6
	VADDPD    Y6, Y5, Y5          // mean
	VCMPPD    $2, Y13, Y4, Y8     // sum ≤ largest
	VCMPPD    $2, Y13, Y0, Y9     // x ≤ largest
	VBLENDVPD Y9, Y0, Y1, Y10
	VBLENDVPD Y9, Y2, Y3, Y11
	VBLENDVPD Y8, Y7, Y10, Y7
	VBLENDVPD Y8, Y5, Y11, Y5
	VMOVUPD   Y7, (DX)
	VMOVUPD   Y5, (BX)
	ADDQ      $32, SI
	ADDQ      $32, DI
	ADDQ      $32, R8
	ADDQ      $32, R9
	ADDQ      $32, DX
	ADDQ      $32, BX
	SUBQ      $4, CX
	JGE       four
	ADDQ      $4, CX
	JZ        end

one:
	VMOVSD    (SI), X0
	VADDSD    X14, X0, X0
	VMOVSD    (DI), X1
	VADDSD    X15, X1, X1
	VMOVSD    (R8), X2
	VMOVSD    (R9), X3
	VADDSD    X1, X0, X4
	VDIVSD    X4, X1, X5
	VDIVSD    X4, X0, X6
	VMULSD    X5, X0, X7
	VMULSD    X2, X5, X5
	VMULSD    X3, X6, X6
	VADDSD    X6, X5, X5
	VCMPSD    $2, X13, X4, X8
	VCMPSD    $2, X13, X0, X9
	VBLENDVPD X9, X0, X1, X10
	VBLENDVPD X9, X2, X3, X11
	VBLENDVPD X8, X7, X10, X7
	VBLENDVPD X8, X5, X11, X5
	VMOVSD    X7, (DX)
	VMOVSD    X5, (BX)
	ADDQ      $8, SI
	ADDQ      $8, DI
	ADDQ      $8, R8
	ADDQ      $8, R9
	ADDQ      $8, DX
	ADDQ      $8, BX
	DECQ      CX
	JNZ       one

end:
	VZEROUPPER
	RET

// func gatherWide(precision, sum, v, m *float64, n int, w float64)
TEXT ·gatherWide(SB), NOSPLIT, $0-48
	MOVQ precision+0(FP), DX
	MOVQ sum+8(FP), BX
	MOVQ v+16(FP), SI
	MOVQ m+24(FP), DI
	MOVQ n+32(FP), CX
	VBROADCASTSD w+40(FP), Y14
	VBROADCASTSD unity<>(SB), Y15
	SUBQ $4, CX

four:
	VADDPD  (SI), Y14, Y0
	VDIVPD  Y0, Y15, Y0
	VMULPD  (DI), Y0, Y1
	VADDPD  (DX), Y0, Y0
	VADDPD  (BX), Y1, Y1
	VMOVUPD Y0, (DX)
	VMOVUPD Y1, (BX)
	ADDQ    $32, SI
	ADDQ    $32, DI
	ADDQ    $32, DX
	ADDQ    $32, BX
	SUBQ    $4, CX
	JGE     four
	ADDQ    $4, CX
	JZ      end

one:
	VMOVSD (SI), X0
	VADDSD X14, X0, X0
	VDIVSD X0, X15, X0
	VMULSD (DI), X0, X1
	VADDSD (DX), X0, X0
	VADDSD (BX), X1, X1
	VMOVSD X0, (DX)
	VMOVSD X1, (BX)
	ADDQ   $8, SI
	ADDQ   $8, DI
	ADDQ   $8, DX
	ADDQ   $8, BX
	DECQ   CX
	JNZ    one

end:
	VZEROUPPER
	RET

// func lowerWide(dst, a *float64, n int, w float64)
TEXT ·lowerWide(SB), NOSPLIT, $0-32
	MOVQ dst+0(FP), DX
	MOVQ a+8(FP), SI
	MOVQ n+16(FP), CX
	VBROADCASTSD w+24(FP), Y4
	SUBQ $4, CX

four:
	VADDPD  (SI), Y4, Y1
	VMINPD  (DX), Y1, Y1
	VMOVUPD Y1, (DX)
	ADDQ    $32, SI
	ADDQ    $32, DX
	SUBQ    $4, CX
	JGE     four
	ADDQ    $4, CX
	JZ      end

one:
	VADDSD (SI), X4, X1
	VMINSD (DX), X1, X1
	VMOVSD X1, (DX)
	ADDQ   $8, SI
	ADDQ   $8, DX
	DECQ   CX
	JNZ    one

end:
	VZEROUPPER
	RET

// func leastSumWide(a, b *float64, n int) float64
TEXT ·leastSumWide(SB), NOSPLIT, $0-32
	MOVQ    a+0(FP), SI
	MOVQ    b+8(FP), DI
	MOVQ    n+16(FP), CX
	VMOVUPD (SI), Y0
	VADDPD  (DI), Y0, Y0
	SUBQ    $4, CX

four:
	VMOVUPD (SI), Y1
	VADDPD  (DI), Y1, Y1
	VMINPD  Y0, Y1, Y0
	ADDQ    $32, SI
	ADDQ    $32, DI
	SUBQ    $4, CX
	JGE     four
	VEXTRACTF128 $1, Y0, X2
	VMINPD  X0, X2, X0
	VPERMILPD $1, X0, X2
	VMINSD  X0, X2, X0
	ADDQ    $4, CX
	JZ      end

one:
	VMOVSD (SI), X1
	VADDSD (DI), X1, X1
	VMINSD X0, X1, X0
	ADDQ   $8, SI
	ADDQ   $8, DI
	DECQ   CX
	JNZ    one

end:
	VMOVSD X0, ret+24(FP)
	VZEROUPPER
	RET
