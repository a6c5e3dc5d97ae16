"""OpenCV's operations on pictures that lie on an OpenCL device (cv2.UMat). Prints a digest of each result."""
import hashlib
import sys

import cv2
import numpy

cv2.ocl.setUseOpenCL(True)
if not cv2.ocl.useOpenCL():
    sys.exit("OpenCV uses no OpenCL here")
rows, columns = numpy.mgrid[0:240, 0:320]
pixels = numpy.stack([rows % 256, columns % 256, (rows * columns) % 251], axis=2).astype(numpy.uint8)
picture = cv2.UMat(pixels)
gray = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
results = {
    "gray": gray,
    "blur": cv2.GaussianBlur(picture, (5, 5), 1.5),
    "median": cv2.medianBlur(gray, 3),
    "smaller": cv2.resize(picture, (160, 120), interpolation=cv2.INTER_AREA),
    "edges": cv2.Canny(gray, 50, 150),
    "threshold": cv2.threshold(gray, 100, 255, cv2.THRESH_BINARY)[1],
    "eroded": cv2.erode(gray, numpy.ones((3, 3), numpy.uint8)),
    "turned": cv2.warpAffine(gray, numpy.float32([[0, 1, 3], [-1, 0, 200]]), (200, 240), flags=cv2.INTER_NEAREST),
    "sum": cv2.add(picture, picture),
}
cv2.ocl.finish()
for name, result in results.items():
    print(name, hashlib.sha256(result.get().tobytes()).hexdigest()[:16])
