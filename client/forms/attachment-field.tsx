import { Anchor, Input } from "@mantine/core";
import { useWindowEvent } from "@mantine/hooks";
import {
	type Attachment,
	attachmentExtensions,
	attachmentLimits,
	attachmentMediaType,
	attachmentUrl,
} from "../../shared/base/attachment";
import { readFailure, sentenceFor } from "../api/api-error";
import { trpcClient } from "../api/trpc";
import { SubtleButton } from "../ui/form/buttons";
import { FileDrop } from "../ui/form/file-drop";
import { formatBytes } from "../ui/format";
import { t } from "../words/made/attachments";
import { useRun } from "./action-dialog";
import classes from "./attachment-field.module.css";

type AttachmentFieldProps = {
	label: string;
	value: ChosenFile | null;
	error?: string | undefined;
	onChange: (attachment: Attachment | null) => void;
	onBusy?: (isBusy: boolean) => void;
};

/** The size is unknown of a file that was stored earlier. */
export type ChosenFile = Pick<Attachment, "id" | "name"> & Partial<Attachment>;

/** Stores a chosen, dropped or pasted file at once. The form's call names it; unnamed files go after a day. */
export function AttachmentField({ label, value, error: formError, onChange, onBusy }: AttachmentFieldProps) {
	const { isBusy, error, run } = useRun();
	const take = async (file: File) => {
		onBusy?.(true);
		await run(async () => {
			const problem = await problemOf(file);
			if (problem !== null) throw new FileProblem(problem);
			const form = new FormData();
			form.set("file", file);
			onChange(await trpcClient.attachment.addAttachment.mutate(form));
		});
		onBusy?.(false);
	};
	useWindowEvent("paste", ({ clipboardData }) => {
		const [file] = clipboardData?.files ?? [];
		if (file && value === null) void take(file);
	});
	const complaint = error === null ? (formError ?? null) : complaintOf(error);
	return (
		<Input.Wrapper label={label} labelElement="div">
			{value ? (
				<div className={classes.chosen}>
					<Anchor href={attachmentUrl(value.id)}>{value.name}</Anchor>
					{value.bytes !== undefined && <span>{formatBytes(value.bytes)}</span>}
					<SubtleButton size="compact-sm" onClick={() => onChange(null)}>
						{t("remove", { name: value.name })}
					</SubtleButton>
				</div>
			) : (
				<FileDrop
					label={label}
					words={t("accepted", { size: formatBytes(attachmentLimits.bytes) })}
					mostBytes={attachmentLimits.bytes}
					accept={acceptedTypes}
					complaint={complaint}
					isReading={isBusy}
					onFile={(file) => void take(file)}
				/>
			)}
			{value && complaint !== null && <Input.Error role="alert">{complaint}</Input.Error>}
		</Input.Wrapper>
	);
}

const acceptedTypes = Object.entries(attachmentExtensions)
	.flatMap(([type, extensions]) => [type, ...extensions])
	.join();

class FileProblem extends Error {}

async function problemOf(file: File): Promise<string | null> {
	if (file.size > attachmentLimits.bytes) return t("tooLarge", { size: formatBytes(attachmentLimits.bytes) });
	const start = new Uint8Array(await file.slice(0, 16).arrayBuffer());
	return attachmentMediaType(start) === null ? t("otherType") : null;
}

function complaintOf(error: unknown): string {
	if (error instanceof FileProblem) return error.message;
	return readFailure(error).fields.file ?? sentenceFor(error);
}
