import { saveFile } from "../base/save-file";
import { type ChartLine, dashes } from "./chart-lines";

type Picture = {
	frame: Element;
	title: string;
	subtitle: string;
	entries: { label: string; look: ChartLine["look"] }[];
};

const margin = 16;
const headHeight = 50;
const unitHeight = 12;
const rowHeight = 22;
const leastColumn = 220;
const swatchWidth = 28;

/** Saves the drawn charts with title, span and legend as a PNG. False if the browser cannot make one. */
export async function savePicture(picture: Picture): Promise<boolean> {
	const blob = await pictureOf(picture);
	if (blob === null) return false;
	saveFile(`${picture.title}.png`, blob);
	return true;
}

async function pictureOf({ frame, title, subtitle, entries }: Picture): Promise<Blob | null> {
	const charts = [...frame.querySelectorAll("canvas")];
	const [chart] = charts;
	const drawing = document.createElement("canvas");
	const pen = drawing.getContext("2d");
	if (chart === undefined || pen === null || chart.width === 0) return null;
	const style = getComputedStyle(frame);
	const color = (name: string) => style.getPropertyValue(name).trim();
	const scale = chart.width / chart.getBoundingClientRect().width;
	const width = chart.width / scale;
	const height = charts.reduce((sum, each) => sum + each.height / scale + unitHeight, 0);
	const columns = Math.max(Math.floor(width / leastColumn), 1);
	const rows = Math.ceil(entries.length / columns);
	drawing.width = Math.round((width + 2 * margin) * scale);
	drawing.height = Math.round((headHeight + height + rows * rowHeight + 2 * margin) * scale);
	pen.scale(scale, scale);
	pen.fillStyle = color("--panel");
	pen.fillRect(0, 0, drawing.width, drawing.height);
	const write = (text: string, at: { x: number; y: number; font: string; ink: string }) => {
		pen.font = `${at.font} ${style.fontFamily}`;
		pen.fillStyle = color(at.ink);
		pen.fillText(text, at.x, at.y, width);
	};
	write(title, { x: margin, y: margin + 14, font: "600 16px", ink: "--ink" });
	write(subtitle, { x: margin, y: margin + 34, font: "13px", ink: "--ink-soft" });
	let top = margin + headHeight - 8;
	for (const each of charts) {
		const unit = each.closest<HTMLElement>("[data-unit]")?.dataset.unit ?? "";
		write(unit, { x: margin + 4, y: top + 8, font: "11.5px", ink: "--ink-soft" });
		top += unitHeight;
		pen.drawImage(each, margin, top, width, each.height / scale);
		top += each.height / scale;
	}
	for (const [index, { label, look }] of entries.entries()) {
		const x = margin + (index % columns) * (width / columns);
		const y = margin + headHeight + height + Math.floor(index / columns) * rowHeight;
		pen.strokeStyle = color(`--series-${look.colour}`);
		pen.lineWidth = 2.5;
		pen.setLineDash(dashes[look.dash] ?? []);
		pen.beginPath();
		pen.moveTo(x, y);
		pen.lineTo(x + swatchWidth, y);
		pen.stroke();
		write(label, { x: x + swatchWidth + 8, y: y + 4, font: "13px", ink: "--ink" });
	}
	return new Promise((done) => drawing.toBlob(done, "image/png"));
}
