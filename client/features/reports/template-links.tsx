import { createLink } from "@tanstack/react-router";
import type { AnchorHTMLAttributes } from "react";
import { Card } from "../../ui/layout/card";
import { type ReportTemplate, reportTemplates } from "./report-templates";
import classes from "./reports.module.css";

type TemplateAnchorProps = AnchorHTMLAttributes<HTMLAnchorElement> & {
	template: Pick<ReportTemplate, "name" | "summary">;
};

const TemplateLink = createLink(({ template, ...anchor }: TemplateAnchorProps) => (
	<a {...anchor} className={classes.template}>
		<span className={classes.templateName}>{template.name}</span>
		<span className={classes.templateText}>{template.summary}</span>
	</a>
));

export function TemplateLinks({ title }: { title?: string }) {
	const links = (
		<div className={classes.templates}>
			{reportTemplates.map((template) => (
				<TemplateLink key={template.id} to="/reports/new" search={{ template: template.id }} template={template} />
			))}
		</div>
	);
	if (title === undefined) return links;
	return (
		<Card title={title} className={classes.offered}>
			<div className={classes.fields}>{links}</div>
		</Card>
	);
}
