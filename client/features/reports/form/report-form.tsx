import { useQueryClient } from "@tanstack/react-query";
import { useDeferredValue, useMemo } from "react";
import type { DeviceListRow } from "../../../../shared/device/device";
import type { GroupListRow } from "../../../../shared/device/group";
import type { Contact, ContactGroup } from "../../../../shared/message/contact";
import { type Report, ReportDefinition } from "../../../../shared/report/report";
import { reportTypes } from "../../../../shared/report/report-types";
import { reportBy } from "../../../api/queries";
import { trpcClient } from "../../../api/trpc";
import { FormFoot } from "../../../forms/entity-form";
import { VersionConflict } from "../../../forms/version-conflict";
import { useVersionedForm } from "../../../forms/versioned-form";
import layout from "../../../ui/layout/layouts.module.css";
import { t } from "../../../words/made/reports";
import classes from "../reports.module.css";
import { DeliveryCard } from "./delivery-card";
import type { SectionProps } from "./form-fields";
import { HowCard } from "./how-card";
import { LimitsCard } from "./limits-card";
import { PreviewCard } from "./preview-card";
import { reportParts } from "./report-parts";
import { fieldOf, previewed, type ReportValues, toReportInput, valuesOf } from "./report-values";
import { WhatCard } from "./what-card";
import { WhenCard } from "./when-card";

export type ReportChoices = {
	devices: DeviceListRow[];
	groups: GroupListRow[];
	contacts: Contact[];
	contactGroups: ContactGroup[];
	isScoped: boolean;
	/** May make reports of the audit log and the whole set-up. */
	isAuditor: boolean;
	accountZone: string;
};

type ReportFormProps = ReportChoices & {
	report: Report | null;
	initialValues: ReportValues;
	takesFocus?: boolean;
	onSaved: (reportId: string) => void;
	onCancel?: () => void;
};

export function ReportForm(props: ReportFormProps) {
	const { report, initialValues, takesFocus = false, onSaved, onCancel, accountZone, ...choices } = props;
	const { devices, groups, contacts, contactGroups, isScoped, isAuditor } = choices;
	const queryClient = useQueryClient();
	const parts = useMemo(() => reportParts({ groups, contacts, contactGroups }), [groups, contacts, contactGroups]);
	const { entityForm, conflict } = useVersionedForm({
		entity: report,
		initialValues,
		parts,
		valuesOf,
		fieldOf,
		schema: ReportDefinition,
		toInput: toReportInput,
		save: async (definition: ReportDefinition, base: Report | null): Promise<Report> => {
			if (base === null) return trpcClient.report.createReport.mutate(definition);
			const { id: reportId, version } = base;
			return trpcClient.report.updateReport.mutate({ ...definition, reportId, version });
		},
		nextBase: (saved) => saved,
		lookAgain: ({ id }: Report) => queryClient.fetchQuery({ ...reportBy(id), staleTime: 0 }),
		onSaved: ({ id }) => onSaved(id),
	});
	const { form, formProps, errorAt, changeAt } = entityForm;
	const { values } = form;
	const section: SectionProps = {
		values,
		errorAt,
		onChange: changeAt,
	};
	return (
		<form {...formProps} className={classes.form} aria-label={report === null ? t("newReport") : t("report")}>
			<div className={layout.stack}>
				<VersionConflict thing="report" conflict={conflict} />
				<WhatCard
					{...section}
					devices={devices}
					groups={groups}
					isScoped={isScoped}
					isAuditor={isAuditor}
					takesFocus={takesFocus}
				/>
				<WhenCard {...section} accountZone={accountZone} />
				<HowCard {...section} />
				<LimitsCard {...section} devices={devices} />
				<DeliveryCard
					{...section}
					groups={groups}
					contacts={contacts}
					contactGroups={contactGroups}
					hidden={report?.hiddenRecipients ?? 0}
				/>
			</div>
			<div className={`${layout.stack} ${classes.aside}`}>
				<Preview values={values} />
			</div>
			<div className={classes.foot}>
				<FormFoot
					entityForm={entityForm}
					saveLabel={report === null ? t("createReport") : t("saveReport")}
					{...(onCancel && { onCancel })}
					leaveQuestion={report === null ? t("leave.new") : t("leave.changed")}
				/>
			</div>
		</form>
	);
}

function Preview({ values }: { values: ReportValues }) {
	const latest = useDeferredValue(values);
	const definition = useMemo(() => previewed(latest), [latest]);
	return <PreviewCard definition={definition} isOfNow={reportTypes[latest.type].isOfNow === true} />;
}
