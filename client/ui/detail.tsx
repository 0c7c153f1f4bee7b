import { IconArrowLeft } from "@tabler/icons-react";
import type { ReactNode } from "react";
import classes from "./detail.module.css";
import { ButtonLink } from "./link";
import { PageHead } from "./page-head";
import { ReadOnlyNote } from "./read-only-note";

type DetailProps = {
	title: string;
	subtitle: ReactNode;
	list: { to: string; title: string };
	/** What cannot be done here, in words. */
	notice?: string;
	/** Buttons of the page. */
	actions?: ReactNode;
	children: ReactNode;
	aside?: ReactNode;
};

/** The page of one thing: what it is on the left, what it refers to on the right. */
export function Detail({ title, subtitle, list, notice, actions, children, aside }: DetailProps) {
	return (
		<>
			<PageHead title={title} subtitle={subtitle}>
				<ButtonLink to={list.to} variant="default" leftSection={<IconArrowLeft size={17} stroke={1.7} />}>
					{list.title}
				</ButtonLink>
				{actions}
			</PageHead>
			{notice !== undefined && <ReadOnlyNote text={notice} />}
			<div className={classes.columns} data-single={aside === undefined || undefined}>
				<div className={classes.column}>{children}</div>
				{aside !== undefined && <div className={classes.column}>{aside}</div>}
			</div>
		</>
	);
}
