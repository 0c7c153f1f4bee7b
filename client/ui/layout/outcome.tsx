import { IconCircleCheck, IconCircleX } from "@tabler/icons-react";
import type { ReactNode } from "react";
import classes from "./outcome.module.css";

type OutcomeProps = { tone: "ok" | "bad"; title: string; children?: ReactNode };

/** How something ended, large enough to see from afar. */
export function Outcome({ tone, title, children }: OutcomeProps) {
	const Icon = tone === "ok" ? IconCircleCheck : IconCircleX;
	return (
		<div className={classes.outcome} data-tone={tone}>
			<Icon className={classes.icon} size={44} stroke={1.6} aria-hidden="true" />
			<div className={classes.words}>
				<h2>{title}</h2>
				{children}
			</div>
		</div>
	);
}
