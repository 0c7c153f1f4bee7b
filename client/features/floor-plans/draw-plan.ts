import { imageDimensionsFromStream } from "image-dimensions";
import { floorPlanLimits } from "../../../shared/device/floor-plan";
import { blobOf, drawsTruly, isMarkup, isPicture } from "../../forms/picture-drawing";
import { countText, formatBytes } from "../../ui/format";
import { t } from "../../words/made/floor-plans";

export class PlanRejection extends Error {
	override readonly name = "PlanRejection";
}

const mostFileBytes = 60_000_000;
const headBytes = 64;
const jpegQuality = 0.85;
const shrink = 0.8;

export type DrawnPlan = { file: File; width: number; height: number };

/** Draws the picture again, so that nothing of the file but its pixels remains. Throws PlanRejection. */
export async function drawnPlan(file: File): Promise<DrawnPlan> {
	await assertDrawable(file);
	const bitmap = await decoded(file);
	try {
		const fit = floorPlanLimits.side / Math.max(bitmap.width, bitmap.height);
		for (let scale = Math.min(1, fit); ; scale *= shrink) {
			const drawn = await drawnAt(bitmap, scale);
			if (drawn.blob.size > floorPlanLimits.bytes) continue;
			const name = file.name.replace(/\.[^.]*$/, "") || "plan";
			return { ...drawn, file: new File([drawn.blob], name, { type: drawn.blob.type }) };
		}
	} finally {
		bitmap.close();
	}
}

async function assertDrawable(file: File): Promise<void> {
	if (file.size > mostFileBytes) {
		throw new PlanRejection(t("picture.fileTooLarge", { size: formatBytes(mostFileBytes) }));
	}
	const head = new Uint8Array(await file.slice(0, headBytes).arrayBuffer());
	if (isMarkup(file, head)) throw new PlanRejection(t("picture.svg"));
	if (!isPicture(head)) throw new PlanRejection(t("picture.wrongKind"));
	const size = await imageDimensionsFromStream(file.stream());
	if (!size || size.width * size.height === 0) throw new PlanRejection(t("picture.unreadable"));
	const megapixels = (size.width * size.height) / 1_000_000;
	if (size.width * size.height > floorPlanLimits.pixels) {
		throw new PlanRejection(t("picture.tooManyPixels", { megapixels: countText(Math.round(megapixels)) }));
	}
}

async function decoded(file: File): Promise<ImageBitmap> {
	try {
		return await createImageBitmap(file);
	} catch (error) {
		throw new PlanRejection(t("picture.unreadable"), { cause: error });
	}
}

/** A drawing of few colours is a PNG, and a photo a JPEG on white. */
async function drawnAt(bitmap: ImageBitmap, scale: number): Promise<Omit<DrawnPlan, "file"> & { blob: Blob }> {
	const canvas = document.createElement("canvas");
	canvas.width = Math.max(1, Math.round(bitmap.width * scale));
	canvas.height = Math.max(1, Math.round(bitmap.height * scale));
	const context = canvas.getContext("2d");
	if (!context || !drawsTruly(context)) throw new PlanRejection(t("picture.cannotDraw"));
	context.fillStyle = "#ffffff";
	context.fillRect(0, 0, canvas.width, canvas.height);
	context.imageSmoothingQuality = "high";
	context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
	const isFew = canvas.width * canvas.height <= floorPlanLimits.pngPixels;
	const png = isFew ? await blobOf(canvas, "image/png") : null;
	const isSmall = png !== null && png.size <= floorPlanLimits.pngBytes;
	const blob = isSmall ? png : await blobOf(canvas, "image/jpeg", jpegQuality);
	if (!blob) throw new PlanRejection(t("picture.cannotDraw"));
	return { blob, width: canvas.width, height: canvas.height };
}
