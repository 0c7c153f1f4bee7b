import type { ReactNode } from "react";
import classes from "./brand.module.css";

export function BrandMark({ tone = "colour" }: { tone?: "colour" | "on-colour" }) {
	return (
		<span className={classes.mark} data-tone={tone} aria-hidden="true">
			<svg width="14" height="14" viewBox="0 0 14 14">
				<title>AQLCloud</title>
				<path d="M7 1c3 4 4 5.400 4 7.600a4 4 0 0 1-8 0C3 6.400 4 5 7 1Z" fill="#fff" />
			</svg>
		</span>
	);
}

type PlainHeaderProps = { name: string; children?: ReactNode };

export function PlainHeader({ name, children }: PlainHeaderProps) {
	return (
		<header className={classes.header}>
			<BrandMark />
			<span className={classes.name}>{name}</span>
			<div className={classes.end}>{children}</div>
		</header>
	);
}
