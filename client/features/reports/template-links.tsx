import { TemplateLink, TemplateList } from "../../forms/template-links";
import { reportTemplates } from "./report-templates";

export function TemplateLinks(list: { title?: string }) {
	return (
		<TemplateList {...list} least={180}>
			{reportTemplates.map((template) => (
				<TemplateLink key={template.id} to="/reports/new" search={{ template: template.id }} template={template} />
			))}
		</TemplateList>
	);
}
