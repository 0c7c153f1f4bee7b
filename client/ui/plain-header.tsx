import type { ReactNode } from "react";
import { BrandMark } from "./brand-mark";
import classes from "./plain-header.module.css";

type PlainHeaderProps = { name: string; logoUrl?: string | null; children?: ReactNode };

/** Logo and company name, where the frame with its navigation does not stand. */
export function PlainHeader({ name, logoUrl, children }: PlainHeaderProps) {
	return (
		<header className={classes.header}>
			{logoUrl ? <img src={logoUrl} alt="" height={26} /> : <BrandMark />}
			<span className={classes.name}>{name}</span>
			<div className={classes.end}>{children}</div>
		</header>
	);
}
