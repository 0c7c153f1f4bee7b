import { IconArrowLeft } from "@tabler/icons-react";
import { useRouterState } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { PlainLink, ReadOnlyNote } from "../form/guarded-button";
import classes from "./detail.module.css";
import factsStyles from "./facts.module.css";
import layout from "./layouts.module.css";
import { PageHead } from "./page-head";

type DetailProps = {
	title: string;
	subtitle: ReactNode;
	list: { to: string; search?: Record<string, string>; title: string };
	notice?: string;
	actions?: ReactNode;
	lead?: ReactNode;
	children: ReactNode;
	aside?: ReactNode;
};

export function Detail({ title, subtitle, list, notice, actions, lead, children, aside }: DetailProps) {
	return (
		<>
			<PageHead title={title} subtitle={subtitle}>
				<BackLink to={list.to} {...(list.search && { search: list.search })}>
					{list.title}
				</BackLink>
				{actions}
			</PageHead>
			{notice !== undefined && <ReadOnlyNote text={notice} />}
			{lead && <div className={classes.lead}>{lead}</div>}
			<div className={classes.columns} data-single={aside === undefined || undefined}>
				<div className={layout.stack}>{children}</div>
				{aside !== undefined && <div className={layout.stack}>{aside}</div>}
			</div>
		</>
	);
}

const withoutSlash = (path: string) => path.replace(/\/$/, "");

type BackLinkProps = { to: string; search?: Record<string, string>; children: string };

/** Replaces breadcrumbs on phones, which have no room for them, and in views that differ by search alone. */
export function BackLink({ to, search = {}, children }: BackLinkProps) {
	const pathname = useRouterState({ select: ({ location }) => location.pathname });
	return (
		<PlainLink
			to={to}
			search={search}
			className={classes.back}
			data-same-path={withoutSlash(pathname) === withoutSlash(to) || undefined}
			leftSection={<IconArrowLeft size={17} stroke={1.7} />}
		>
			{children}
		</PlainLink>
	);
}

export type Fact = { label: string; value: ReactNode; note?: ReactNode };

export function Facts({ facts }: { facts: Fact[] }) {
	return (
		<dl className={factsStyles.facts}>
			{facts.map(({ label, value, note }) => (
				<div key={label}>
					<dt>{label}</dt>
					<dd>
						{value}
						{note && <p className={factsStyles.note}>{note}</p>}
					</dd>
				</div>
			))}
		</dl>
	);
}
