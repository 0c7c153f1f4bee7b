import { createLink } from "@tanstack/react-router";
import type { AnchorHTMLAttributes, ReactNode } from "react";
import { Card } from "../ui/layout/card";
import classes from "./template-links.module.css";

type TemplateAnchorProps = AnchorHTMLAttributes<HTMLAnchorElement> & { template: { name: string; summary: string } };

export const TemplateLink = createLink(({ template, ...anchor }: TemplateAnchorProps) => (
	<a {...anchor} className={classes.template}>
		<span className={classes.name}>{template.name}</span>
		<span className={classes.text}>{template.summary}</span>
	</a>
));

/** With a title the links are a card. `least`: px of a link's width. */
export function TemplateList({ title, least, children }: { title?: string; least: number; children: ReactNode }) {
	const columns = `repeat(auto-fill, minmax(min(${least}px, 100%), 1fr))`;
	const links = (
		<div className={classes.list} style={{ gridTemplateColumns: columns }}>
			{children}
		</div>
	);
	if (title === undefined) return links;
	return (
		<Card title={title} className={classes.card}>
			<div className={classes.body}>{links}</div>
		</Card>
	);
}
