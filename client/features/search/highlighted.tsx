import { highlightParts } from "./highlight-parts";
import classes from "./search.module.css";

export function Highlighted({ text, query }: { text: string; query: string }) {
	let at = 0;
	return highlightParts(text, query).map((part) => {
		const key = at;
		at += part.text.length;
		return part.isHit ? (
			<mark key={key} className={classes.hit}>
				{part.text}
			</mark>
		) : (
			part.text
		);
	});
}
