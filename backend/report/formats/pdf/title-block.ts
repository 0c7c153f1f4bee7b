import { colors } from "./canvas";
import type { Flow } from "./flow";
import { shortened, wrapped } from "./line-breaks";

const factSize = 8.5;
const factHeight = 12.5;

/** Whose paper it is, and what. */
export function writeHeading(companyName: string, title: string, flow: Flow): void {
	const { faces, left, width } = flow;
	flow.canvas.box(left, flow.y + 14, { width, height: 3 }, colors.accent);
	flow.paragraph(companyName, { face: faces.bold, size: 10, color: colors.quiet });
	flow.y -= 4;
	flow.paragraph(title, { face: faces.bold, size: 21, lead: 1.25 });
}

/** Labels on the left, and what each says beside them. */
export function writeFacts(facts: readonly [label: string, value: string][], flow: Flow, labelWidth: number): void {
	const { faces, left, width } = flow;
	const text = { face: faces.regular, size: factSize, width: width - labelWidth };
	const name = { face: faces.bold, size: factSize, width: labelWidth - 8, color: colors.quiet };
	for (const [label, value] of facts) {
		for (const [index, line] of wrapped(faces.shown(value), text).entries()) {
			flow.needs(factHeight);
			if (index === 0) flow.canvas.text(shortened(faces.shown(label), name), left, flow.y - 9, name);
			flow.canvas.text(line, left + labelWidth, flow.y - 9, text);
			flow.y -= factHeight;
		}
		flow.y -= 1.5;
	}
}
