import type { ReactNode } from "react";
import classes from "./page-head.module.css";

type PageHeadProps = { title: string; subtitle?: ReactNode; children?: ReactNode };

export function PageHead({ title, subtitle, children }: PageHeadProps) {
	return (
		<div className={classes.head}>
			<div className={classes.words}>
				<h1 className={classes.title}>{title}</h1>
				{subtitle && <p className={classes.subtitle}>{subtitle}</p>}
			</div>
			{children && <div className={classes.actions}>{children}</div>}
		</div>
	);
}
