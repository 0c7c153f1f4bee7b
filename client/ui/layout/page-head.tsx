import type { ReactNode } from "react";
import classes from "./page-head.module.css";

type PageHeadProps = {
	title: string;
	subtitle?: ReactNode;
	/** On a phone one line, so that the rows below begin high up. */
	isDense?: boolean;
	children?: ReactNode;
};

export function PageHead({ title, subtitle, isDense = false, children }: PageHeadProps) {
	return (
		<div className={classes.head} data-dense={isDense || undefined}>
			<div className={classes.words}>
				<h1 className={classes.title}>{title}</h1>
				{subtitle && <p className={classes.subtitle}>{subtitle}</p>}
			</div>
			{children && <div className={classes.actions}>{children}</div>}
		</div>
	);
}
