import jsQr from "jsqr";

export type CameraFault = "denied" | "noCamera" | "busy" | "insecure";

/** Formats of printed serial numbers. */
const wantedFormats = ["qr_code", "data_matrix", "code_128", "code_39", "itf", "ean_13"];
const widestPixels = 960;

type Detector = { detect: (image: CanvasImageSource) => Promise<{ rawValue: string }[]> };
type DetectorClass = {
	new (options: { formats: string[] }): Detector;
	getSupportedFormats: () => Promise<string[]>;
};

export async function openCamera(): Promise<MediaStream | CameraFault> {
	if (!window.isSecureContext) return "insecure";
	const { mediaDevices } = navigator as { mediaDevices?: MediaDevices }; // old WebViews have none
	if (!mediaDevices) return "noCamera";
	try {
		return await mediaDevices.getUserMedia({
			audio: false,
			video: { facingMode: { ideal: "environment" }, width: { ideal: 1_280 } },
		});
	} catch (error) {
		return faultOf(error);
	}
}

function faultOf(error: unknown): CameraFault {
	const name = error instanceof DOMException ? error.name : "";
	if (name === "NotAllowedError" || name === "SecurityError") return "denied";
	if (name === "NotFoundError" || name === "OverconstrainedError") return "noCamera";
	return "busy";
}

export type CodeReader = (video: HTMLVideoElement) => Promise<string | null>;

/** The browser's own detector where it reads QR codes, otherwise a decoder in JavaScript. */
export async function createCodeReader(): Promise<CodeReader> {
	return (await ownDetector()) ?? pixelReader();
}

async function ownDetector(): Promise<CodeReader | null> {
	const { BarcodeDetector } = window as { BarcodeDetector?: DetectorClass }; // not in TypeScript's library
	if (!BarcodeDetector) return null;
	try {
		const supported = await BarcodeDetector.getSupportedFormats();
		if (!supported.includes("qr_code")) return null;
		const detector = new BarcodeDetector({ formats: wantedFormats.filter((format) => supported.includes(format)) });
		return async (video) => (await detector.detect(video))[0]?.rawValue ?? null;
	} catch {
		// macOS without its recognition service names the class and rejects each call.
		return null;
	}
}

function pixelReader(): CodeReader {
	const canvas = document.createElement("canvas");
	const context = canvas.getContext("2d", { willReadFrequently: true });
	return async (video) => {
		const scale = Math.min(1, widestPixels / video.videoWidth);
		const width = Math.floor(video.videoWidth * scale);
		const height = Math.floor(video.videoHeight * scale);
		if (!context || width === 0 || height === 0) return null;
		canvas.width = width;
		canvas.height = height;
		context.drawImage(video, 0, 0, width, height);
		return jsQr(context.getImageData(0, 0, width, height).data, width, height)?.data || null;
	};
}
