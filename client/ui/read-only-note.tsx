import { IconEye } from "@tabler/icons-react";
import classes from "./read-only-note.module.css";

/** What cannot be done on a screen, in words. */
export function ReadOnlyNote({ text }: { text: string }) {
	return (
		<p className={classes.note}>
			<IconEye size={17} stroke={1.7} aria-hidden="true" />
			{text}
		</p>
	);
}
