import type { ReactNode } from "react";
import classes from "./outcome.module.css";

type OutcomeProps = { tone: "ok" | "bad"; title: string; children?: ReactNode };

export function Outcome({ tone, title, children }: OutcomeProps) {
	return (
		<div className={classes.outcome} data-tone={tone}>
			<svg className={classes.icon} viewBox="0 0 40 40" aria-hidden="true">
				<circle cx="20" cy="20" r="20" />
				<path d={tone === "ok" ? "m11 20.5 6.5 6.5 12-13" : "m13 13 14 14m0-14-14 14"} />
			</svg>
			<div className={classes.words}>
				<h2>{title}</h2>
				{children}
			</div>
		</div>
	);
}
