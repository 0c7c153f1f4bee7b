import { imageDimensionsFromStream } from "image-dimensions";
import { brandImageLimits } from "../../../shared/account/brand";
import { binaryText } from "../../../shared/base/binary-text";
import { blobOf, drawsTruly, isMarkup, isPicture } from "../../forms/picture-drawing";
import { countText, formatBytes } from "../../ui/format";
import { t } from "../../words/made/devices";

export class ImageRejection extends Error {
	override readonly name = "ImageRefusal";
}

export type ImageShape = "logo" | "icon";

const mostFileBytes = 20_000_000;
const mostSide = 8_192;
const iconSide = 512;
const headBytes = 64;
const shrink = 0.8;
const leastSide = 32;

/** Draws the image again, so that nothing of the file but its pixels remains. PNG as base64. */
export async function drawnPng(file: File, shape: ImageShape): Promise<string> {
	await assertDrawable(file);
	const bitmap = await decoded(file);
	try {
		let most: number = shape === "icon" ? iconSide : brandImageLimits.side;
		for (;;) {
			const blob = await pngOf(bitmap, { shape, most });
			if (blob.size <= brandImageLimits.bytes) return await base64Of(blob);
			most = Math.floor(Math.min(most, Math.max(bitmap.width, bitmap.height)) * shrink);
			if (most < leastSide) throw new ImageRejection(t("customize.image.tooLarge"));
		}
	} finally {
		bitmap.close();
	}
}

async function assertDrawable(file: File): Promise<void> {
	if (file.size > mostFileBytes) {
		throw new ImageRejection(t("customize.image.fileTooLarge", { size: formatBytes(file.size) }));
	}
	const head = new Uint8Array(await file.slice(0, headBytes).arrayBuffer());
	if (isMarkup(file, head)) throw new ImageRejection(t("customize.image.svg"));
	if (!isPicture(head)) throw new ImageRejection(t("customize.image.wrongKind"));
	const size = await imageDimensionsFromStream(file.stream());
	if (!size) throw new ImageRejection(t("customize.image.noSize"));
	assertFitting(size);
}

function assertFitting({ width, height }: { width: number; height: number }): void {
	if (Math.min(width, height) >= 1 && Math.max(width, height) <= mostSide) return;
	const [across = "", down = ""] = [width, height].map((side) => countText(side));
	throw new ImageRejection(t("customize.image.tooWide", { across, down }));
}

async function decoded(file: File): Promise<ImageBitmap> {
	try {
		return await createImageBitmap(file);
	} catch (error) {
		throw new ImageRejection(t("customize.image.unreadable"), { cause: error });
	}
}

type Drawing = { shape: ImageShape /** Of its longer side. */; most: number };

async function pngOf(bitmap: ImageBitmap, { shape, most }: Drawing): Promise<Blob> {
	const scale = Math.min(1, most / Math.max(bitmap.width, bitmap.height));
	const width = Math.max(1, Math.round(bitmap.width * scale));
	const height = Math.max(1, Math.round(bitmap.height * scale));
	const side = Math.max(width, height);
	const canvas = document.createElement("canvas");
	canvas.width = shape === "icon" ? side : width;
	canvas.height = shape === "icon" ? side : height;
	const context = canvas.getContext("2d");
	if (!context) throw new ImageRejection(t("customize.image.cannotDraw"));
	if (!drawsTruly(context)) throw new ImageRejection(t("customize.image.drawsOtherwise"));
	context.imageSmoothingQuality = "high";
	context.drawImage(bitmap, (canvas.width - width) / 2, (canvas.height - height) / 2, width, height);
	const blob = await blobOf(canvas, "image/png");
	if (!blob) throw new ImageRejection(t("customize.image.cannotDraw"));
	return blob;
}

async function base64Of(blob: Blob): Promise<string> {
	return btoa(binaryText(new Uint8Array(await blob.arrayBuffer())));
}
