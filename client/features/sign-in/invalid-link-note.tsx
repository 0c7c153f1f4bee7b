import type { ReactNode } from "react";
import { Callout } from "../../ui/feedback/notes";
import classes from "./step-form.module.css";

/** What is wrong with the link that led to a screen. */
export function LinkNote({ children }: { children: ReactNode }) {
	return (
		<Callout tone="warn" className={classes.linkNote} role="status">
			{children}
		</Callout>
	);
}

export function InvalidLinkNote({ children }: { children?: ReactNode }) {
	return <LinkNote>The link that brought you here holds no valid e-mail address. {children}</LinkNote>;
}
