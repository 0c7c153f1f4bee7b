import type { ReactNode } from "react";
import { BrandMark } from "./brand-mark";
import classes from "./plain-header.module.css";

/** Logo and company name, where the frame with its navigation does not stand. */
export function PlainHeader({ name, children }: { name: string; children?: ReactNode }) {
	return (
		<header className={classes.header}>
			<BrandMark />
			<span className={classes.name}>{name}</span>
			<div className={classes.end}>{children}</div>
		</header>
	);
}
