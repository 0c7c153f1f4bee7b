import { Textarea, TextInput } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "sonner";
import { type EventAssessment, SaveAssessment } from "../../../shared/report/assessment";
import { sentenceFor } from "../../api/api-error";
import { trpc, trpcClient } from "../../api/trpc";
import { ActionDialogForm, NotSent } from "../../forms/action-dialog";
import { AttachmentField, type ChosenFile } from "../../forms/attachment-field";
import { typedNumber } from "../../forms/typed-setting";
import { Dialog } from "../../ui/feedback/dialog";
import { LeaveQuestion, useConfirmedClose } from "../../ui/form/leave-question";
import { errorsFrom } from "../../ui/form/schema-errors";
import { Facts } from "../../ui/layout/detail";
import layout from "../../ui/layout/layouts.module.css";
import { t } from "../../words/made/assess";
import classes from "./events.module.css";

type AssessDialogProps = { eventId: string; report: EventAssessment["report"]; onClose: () => void };

const mostFiles = 5;

/** Guides through the parts of a decision: the readings, the product, its quantity, and the decision. */
export function AssessDialog({ eventId, report, onClose }: AssessDialogProps) {
	const { close, finish, closing } = useConfirmedClose(onClose);
	const queryClient = useQueryClient();
	const [typed, setTyped] = useState(() => typedOf(report));
	const [files, setFiles] = useState<ChosenFile[]>(() => report?.details.files ?? []);
	const [isStoring, setIsStoring] = useState(false);
	const [isDirty, setIsDirty] = useState(false);
	const [errors, setErrors] = useState<Record<string, string>>({});

	const changed = () => {
		setIsDirty(true);
		closing.onDirty(true);
	};
	const change = (next: Partial<typeof typed>) => {
		setTyped((before) => ({ ...before, ...next }));
		setErrors((before) => Object.fromEntries(Object.entries(before).filter(([field]) => !(field in next))));
		changed();
	};
	const attach = (index: number, file: ChosenFile | null) => {
		setFiles((before) => [...before.slice(0, index), ...(file ? [file] : []), ...before.slice(index + 1)]);
		setErrors(({ attachmentIds: _, ...others }) => others);
		changed();
	};
	const save = async () => {
		const { quantity, ...texts } = typed;
		const input = {
			...texts,
			eventId,
			version: report?.version ?? null,
			quantity: typedNumber(quantity),
			attachmentIds: files.map(({ id }) => id),
		};
		const found: Record<string, string> = {
			...errorsFrom(SaveAssessment, input),
			...(isStoring && { attachmentIds: t("storing") }),
		};
		setErrors(found);
		if (Object.keys(found).length > 0) throw new NotSent(found.eventId ?? null);
		await trpcClient.report.saveAssessment.mutate(input);
		setIsDirty(false);
		toast.success(t("saved"));
		await Promise.all([
			queryClient.invalidateQueries(trpc.report.pathFilter()),
			queryClient.invalidateQueries(trpc.device.getOverview.pathFilter()),
		]);
	};
	const field = (name: keyof typeof typed) => ({
		label: t(name),
		value: typed[name],
		error: errors[name],
		onChange: ({ currentTarget }: { currentTarget: { value: string } }) => change({ [name]: currentTarget.value }),
	});
	return (
		<Dialog isForm title={t("title")} size={640} onClose={close}>
			<ActionDialogForm
				label={t("save")}
				run={save}
				onClose={close}
				onDone={finish}
				onRejected={({ fields }) => {
					setErrors(fields);
					return Object.keys(fields).some((name) => name in typed || name === "attachmentIds");
				}}
			>
				<p>{t("lead")}</p>
				<Figures eventId={eventId} />
				<TextInput {...field("product")} maxLength={200} data-autofocus />
				<div className={layout.twoColumns}>
					<TextInput {...field("quantity")} inputMode="decimal" />
					<TextInput {...field("quantityUnit")} maxLength={40} />
				</div>
				<Textarea {...field("decision")} description={t("decision.help")} minRows={3} maxRows={10} />
				{files.map((file, index) => (
					<AttachmentField key={file.id} label={t("file")} value={file} onChange={(next) => attach(index, next)} />
				))}
				{files.length < mostFiles && (
					<AttachmentField
						key={files.length}
						label={t("attach")}
						value={null}
						error={errors.attachmentIds}
						onChange={(file) => attach(files.length, file)}
						onBusy={setIsStoring}
					/>
				)}
				<p className={layout.note}>{t("signedAsReports")}</p>
				<LeaveQuestion isDirty={isDirty} name={t("title")} question={t("leave")} closing={closing} />
			</ActionDialogForm>
		</Dialog>
	);
}

function typedOf(report: EventAssessment["report"]) {
	const { product = "", quantity, quantityUnit = "", decision = "" } = report?.details ?? {};
	return { product, quantity: quantity === undefined ? "" : String(quantity), quantityUnit, decision };
}

/** A column for each span, as the file has a row. */
function Figures({ eventId }: { eventId: string }) {
	const { data, error } = useQuery(trpc.report.previewAssessment.queryOptions({ eventId, language: t.language }));
	if (error) return <p role="alert">{sentenceFor(error)}</p>;
	if (!data) return <p role="status">{t("reading")}</p>;
	if (data.rows.length === 0) return <p>{t("tooMany")}</p>;
	return data.rows.map((cells) => (
		<section key={cells[0]} aria-label={cells[0]} className={classes.figures}>
			<h3>{cells[0]}</h3>
			<Facts
				facts={data.columns.flatMap((label, index) => {
					const value = cells[index] ?? "";
					return index === 0 || value === "" ? [] : [{ label, value }];
				})}
			/>
		</section>
	));
}
