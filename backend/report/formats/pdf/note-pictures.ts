import type { PDF } from "@libpdf/core";
import type { ReportLayout } from "../../../../shared/report/report";
import { wordsIn } from "../../../../shared/words/made/report-file-in";
import type { ReportPictures } from "../../document/report-document";
import type { RenderOptions } from "../render-options";
import { colors } from "./canvas";
import { type EmbeddedPicture, embedPicture } from "./embed-picture";
import type { Flow } from "./flow";
import { wrapped } from "./line-breaks";

/** Points. A photo of a phone, held upright, leaves room for two others on its page. */
const most = { width: 300, height: 230 };
const captionLines = 3;
const captionHeight = 36;
/** A small picture is not blown up: points a pixel. */
const largestScale = 0.75;

type Writing = {
	flow: Flow;
	pdf: PDF;
	options: Pick<RenderOptions, "readPicture"> & { layout: ReportLayout };
	pictureRoom: { bytes: number };
};

/** Each picture stays on one page with its caption. A picture that cannot be printed is named with the reason. */
export async function writePictures({ title, pictures }: ReportPictures, writing: Writing): Promise<void> {
	const { flow, pdf, options, pictureRoom } = writing;
	const { faces } = flow;
	const say = wordsIn(options.layout.language);
	flow.needs(captionHeight * 2);
	flow.paragraph(title, { face: faces.bold, size: 9.5, color: colors.accent });
	flow.y -= 4;
	for (const { objectKey, name, caption } of pictures) {
		const bytes = pictureRoom.bytes <= 0 ? null : await readOrNull(options, objectKey);
		const embedded = pictureRoom.bytes <= 0 ? "full" : await embedPicture(pdf, bytes, pictureRoom);
		if (embedded !== null && embedded !== "full") drawPicture(embedded, flow);
		else flow.needs(captionHeight);
		const style = { face: faces.regular, size: 8.5 };
		const lines = wrapped(faces.shown(caption), { ...style, width: flow.width }, captionLines);
		for (const line of lines) flow.paragraph(line, { ...style, color: colors.quiet });
		if (embedded === null) flow.paragraph(say("picture.unreadable", { name }), style);
		if (embedded === "full") flow.paragraph(say("picture.leftOut", { name }), style);
		flow.y -= 10;
	}
}

async function readOrNull({ readPicture }: Writing["options"], objectKey: string): Promise<Uint8Array | null> {
	try {
		return (await readPicture?.(objectKey)) ?? null;
	} catch {
		return null;
	}
}

function drawPicture({ image, width, height, turn }: EmbeddedPicture, flow: Flow): void {
	const scale = Math.min(most.width / width, most.height / height, largestScale);
	const shown = { width: width * scale, height: height * scale };
	flow.needs(shown.height + captionHeight);
	const bottom = flow.y - shown.height;
	const own = turn % 180 === 0 ? shown : { width: shown.height, height: shown.width };
	// A turned picture is drawn around the middle of its place.
	const x = flow.left + (shown.width - own.width) / 2;
	const y = bottom + (shown.height - own.height) / 2;
	flow.page.drawImage(image, { x, y, ...own, ...(turn !== 0 && { rotate: { angle: turn } }) });
	flow.y = bottom - 4;
}
