import { Button, Textarea, TextInput } from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "sonner";
import { RecordStudy, type StudySpan, stageOf, studyLimits } from "../../../shared/report/mapping-study";
import type { StudyView } from "../../../shared/report/study-view";
import { trpc, trpcClient } from "../../api/trpc";
import { ActionDialogForm, NotSent } from "../../forms/action-dialog";
import { Dialog } from "../../ui/feedback/dialog";
import { IconButton } from "../../ui/form/icon-button";
import { LeaveQuestion, useConfirmedClose } from "../../ui/form/leave-question";
import { MomentField } from "../../ui/form/moment-field";
import { errorsFrom } from "../../ui/form/schema-errors";
import { MultiSelect, Select } from "../../ui/form/select";
import layout from "../../ui/layout/layouts.module.css";
import { momentText, typedInstant } from "../../ui/time/typed-moment";
import { wallText } from "../../ui/time/wall-time";
import { t } from "../../words/made/mapping-study";
import classes from "./mapping-studies.module.css";
import { kindOptions, newKey } from "./study-values";

type RecordDialogProps = { study: StudyView; zone: string; onClose: () => void };

type SpanValues = { key: string; kind: StudySpan["kind"]; text: string; from: string; to: string };

export function RecordDialog({ study: view, zone, onClose }: RecordDialogProps) {
	const { study } = view;
	const isEnded = stageOf(study) === "ended";
	const { close, finish, closing } = useConfirmedClose(onClose);
	const queryClient = useQueryClient();
	const typedText = (at: number) => momentText(wallText(zone, at));
	const [opened] = useState(() =>
		study.spans.map((span) => ({
			span,
			values: { ...span, key: newKey(), from: typedText(span.from), to: typedText(span.to) },
		})),
	);
	const [spans, setSpans] = useState<SpanValues[]>(() => opened.map(({ values }) => values));
	const [positions, setPositions] = useState<string[]>(study.decision?.positions ?? []);
	const [text, setText] = useState(study.decision?.text ?? "");
	const [isDirty, setIsDirty] = useState(false);
	const [errors, setErrors] = useState<Record<string, string>>({});
	const changed = () => {
		setErrors({});
		setIsDirty(true);
		closing.onDirty(true);
	};
	const change = (key: string, next: Partial<SpanValues>) => {
		setSpans((before) => before.map((one) => (one.key === key ? { ...one, ...next } : one)));
		changed();
	};
	// The text has no seconds, unlike a stored time.
	const instant = (key: string, field: "from" | "to", typed: string) => {
		const known = opened.find(({ values }) => values.key === key);
		return known && known.values[field] === typed ? known.span[field] : (typedInstant(zone, typed) ?? Number.NaN);
	};
	const save = async () => {
		const input: RecordStudy = {
			reportId: view.id,
			version: view.version,
			spans: spans.map(({ key, kind, text: words, from, to }) => ({
				kind,
				text: words,
				from: instant(key, "from", from),
				to: instant(key, "to", to),
			})),
			decision: isEnded && (text.trim() !== "" || positions.length > 0) ? { positions, text } : null,
			format: "pdf",
		};
		const found = errorsFrom(RecordStudy, input);
		setErrors(found);
		if (Object.keys(found).length > 0) throw new NotSent();
		await trpcClient.report.recordStudy.mutate(input);
		setIsDirty(false);
		toast.success(t(isEnded ? "recorded.file" : "recorded"));
		await queryClient.invalidateQueries(trpc.report.pathFilter());
	};
	return (
		<Dialog isForm title={t(isEnded ? "record.ended" : "record")} size={720} onClose={close}>
			<ActionDialogForm
				label={t(isEnded ? "save" : "record.save")}
				run={save}
				onClose={close}
				onDone={finish}
				onRejected={({ fields }) => {
					setErrors(fields);
					return Object.keys(fields).some((name) => name !== "reportId");
				}}
			>
				<p className={layout.note}>{t("record.lead", { zone })}</p>
				{errors.spans && (
					<p className={layout.error} role="alert">
						{errors.spans}
					</p>
				)}
				{spans.map((span, index) => (
					<fieldset key={span.key} className={layout.part} aria-label={t("condition.number", { number: index + 1 })}>
						<div className={classes.row}>
							<Select
								label={t("condition.kind")}
								value={span.kind}
								data={kindOptions}
								onChange={(kind) => change(span.key, { kind })}
							/>
							<TextInput
								label={t("condition.text")}
								value={span.text}
								maxLength={200}
								error={errors[`spans.${index}.text`]}
								onChange={({ currentTarget: { value } }) => change(span.key, { text: value })}
							/>
							<IconButton
								label={t("condition.remove", { number: index + 1 })}
								icon={<IconTrash size={16} stroke={1.7} />}
								type="button"
								onClick={() => {
									setSpans((before) => before.filter(({ key }) => key !== span.key));
									changed();
								}}
							/>
						</div>
						<div className={classes.pair}>
							{(["from", "to"] as const).map((field) => (
								<MomentField
									key={field}
									label={t(`span.${field}`)}
									description={t("span.zone", { zone })}
									zone={zone}
									value={span[field]}
									error={errors[`spans.${index}.${field}`]}
									onChange={(value) => change(span.key, { [field]: value })}
								/>
							))}
						</div>
					</fieldset>
				))}
				{spans.length < studyLimits.spans && (
					<Button
						variant="default"
						leftSection={<IconPlus size={16} stroke={1.7} />}
						onClick={() => {
							const kind = study.conditions[spans.length]?.kind ?? "door";
							const words = study.conditions[spans.length]?.text ?? "";
							setSpans((before) => [...before, { key: newKey(), kind, text: words, from: "", to: "" }]);
							changed();
						}}
					>
						{t("condition.mark")}
					</Button>
				)}
				{isEnded && (
					<fieldset className={layout.part} aria-label={t("decision")}>
						<legend className={classes.legend}>{t("decision")}</legend>
						<MultiSelect
							label={t("decision.positions")}
							value={positions}
							error={errors["decision.positions"]}
							data={study.positions.map(({ name }) => name)}
							onChange={(next) => {
								setPositions(next);
								changed();
							}}
						/>
						<Textarea
							label={t("decision.text")}
							description={t("decision.help")}
							value={text}
							error={errors["decision.text"]}
							autosize
							minRows={2}
							maxRows={8}
							onChange={({ currentTarget: { value } }) => {
								setText(value);
								changed();
							}}
						/>
					</fieldset>
				)}
				<LeaveQuestion isDirty={isDirty} name={t("title")} question={t("leave")} closing={closing} />
			</ActionDialogForm>
		</Dialog>
	);
}
