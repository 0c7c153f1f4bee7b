import { TemplateLink, TemplateList } from "../../forms/template-links";
import type { AlertTemplate } from "./alert-templates";

type TemplateLinksProps = { templates: readonly AlertTemplate[]; title?: string };

export function TemplateLinks({ templates, ...list }: TemplateLinksProps) {
	return (
		<TemplateList {...list} least={230}>
			{templates.map((template) => (
				<TemplateLink key={template.id} to="/alerts/new" search={{ template: template.id }} template={template} />
			))}
		</TemplateList>
	);
}
