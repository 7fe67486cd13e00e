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
