import { createLink } from "@tanstack/react-router";
import type { AnchorHTMLAttributes } from "react";
import { Card } from "../../ui/layout/card";
import type { AlertTemplate } from "./alert-templates";
import classes from "./alerts.module.css";

type TemplateAnchorProps = AnchorHTMLAttributes<HTMLAnchorElement> & {
	template: Pick<AlertTemplate, "name" | "summary">;
};

const TemplateLink = createLink(({ template, ...anchor }: TemplateAnchorProps) => (
	<a {...anchor} className={classes.template}>
		<span className={classes.templateName}>{template.name}</span>
		<span className={classes.templateText}>{template.summary}</span>
	</a>
));

type TemplateLinksProps = { templates: readonly AlertTemplate[]; title?: string };

export function TemplateLinks({ templates, title }: TemplateLinksProps) {
	const links = (
		<div className={classes.templates}>
			{templates.map((template) => (
				<TemplateLink key={template.id} to="/alerts/new" search={{ template: template.id }} template={template} />
			))}
		</div>
	);
	if (title === undefined) return links;
	return (
		<Card title={title} className={classes.offered}>
			<div className={classes.body}>{links}</div>
		</Card>
	);
}
