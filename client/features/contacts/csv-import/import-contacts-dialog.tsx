import { Button, Checkbox, Modal } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { IconDownload } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import type { Contact, ContactGroup } from "../../../../shared/contact";
import { limits } from "../../../../shared/limits";
import { contactList } from "../../../api/queries";
import type { CsvFile } from "../../../forms/file-import/csv-file";
import { columnTitles, refusedCsv, sampleText, withTarget } from "../../../forms/file-import/file-columns";
import { PreviewTable } from "../../../forms/file-import/preview-table";
import { DialogStep } from "../../../ui/feedback/dialog-step";
import { useOpenedLate } from "../../../ui/feedback/lazy-parts";
import { FormFailure } from "../../../ui/form/buttons";
import { FileDrop } from "../../../ui/form/file-drop";
import { LeaveQuestion } from "../../../ui/form/leave-question";
import { countOf } from "../../../ui/format";
import { downloadText } from "../../../ui/table/export-csv";
import { viewerZone } from "../../../ui/time/time-display";
import classes from "../contacts.module.css";
import {
	type CheckedContact,
	checkContacts,
	contactColumns,
	contactTitles,
	errorsByTarget,
	headerTargets,
} from "./check-contacts";
import { useContactImport } from "./use-contact-import";

type ImportContactsDialogProps = { isOpen: boolean; onClose: () => void; groups: ContactGroup[] };

export function ImportContactsDialog({ isOpen, onClose, groups }: ImportContactsDialogProps) {
	const isPhone = useMediaQuery("(max-width: 720px)", false, { getInitialValueInEffect: false });
	return (
		<Modal
			opened={useOpenedLate(isOpen)}
			onClose={onClose}
			title="Import contacts"
			size={1080}
			fullScreen={isPhone}
			closeOnClickOutside={false}
		>
			<ImportSteps groups={groups} onClose={onClose} />
		</Modal>
	);
}

function ImportSteps({ groups, onClose }: Omit<ImportContactsDialogProps, "isOpen">) {
	const [file, setFile] = useState<CsvFile | null>(null);
	const contacts = useQuery(contactList());
	if (!file || !contacts.data) return <FileStep onFile={setFile} onClose={onClose} />;
	return (
		<PreviewStep file={file} groups={groups} contacts={contacts.data} onBack={() => setFile(null)} onClose={onClose} />
	);
}

function FileStep({ onFile, onClose }: { onFile: (file: CsvFile) => void; onClose: () => void }) {
	const [complaint, setComplaint] = useState<string | null>(null);
	const [isReading, setIsReading] = useState(false);
	const take = async (chosen: File) => {
		setComplaint(null);
		setIsReading(true);
		try {
			// The parser's code is loaded with the first file.
			const { readCsvFile } = await import("../../../forms/file-import/csv-file");
			const read = await readCsvFile(chosen, limits.contactsInFile);
			if ("complaint" in read) setComplaint(read.complaint);
			else onFile(read.file);
		} catch {
			// The file is gone or unreadable, or the code did not load: choosing it again repairs each.
			setComplaint("This file could not be read. Choose it again.");
		}
		setIsReading(false);
	};
	return (
		<DialogStep
			buttons={
				<>
					<Button
						variant="subtle"
						leftSection={<IconDownload size={17} stroke={1.7} />}
						onClick={() => downloadText("contacts-sample.csv", sampleText(contactColumns))}
					>
						Download a sample
					</Button>
					<Button variant="default" onClick={onClose}>
						Close
					</Button>
				</>
			}
		>
			<FileDrop
				label="File of contacts"
				words={`CSV with one contact in each line, up to ${limits.contactsInFile.toLocaleString("en-US")} lines. You see what it holds before anything is added, and nothing is sent to anybody.`}
				mostBytes={limits.importFileBytes}
				complaint={complaint}
				isReading={isReading}
				onFile={take}
			/>
		</DialogStep>
	);
}

type PreviewStepProps = {
	file: CsvFile;
	groups: ContactGroup[];
	contacts: Contact[];
	onBack: () => void;
	onClose: () => void;
};

function PreviewStep({ file, groups, contacts, onBack, onClose }: PreviewStepProps) {
	// As of when the file was opened: a line that is added must not be refused for its own e-mail.
	const [known] = useState(() => ({
		ids: new Set(contacts.map(({ id }) => id)),
		emails: new Set(contacts.flatMap(({ email }) => email?.toLowerCase() ?? [])),
	}));
	const [first] = useState(() => headerTargets(file));
	const [hasHeader, setHasHeader] = useState(first.hasHeader);
	const [targets, setTargets] = useState(first.targets);
	const [isOnlyErrors, setIsOnlyErrors] = useState(false);
	const { outcomes, progress, failure, start, stop } = useContactImport(known.ids);
	const lines = useMemo(() => (hasHeader ? file.lines.slice(1) : file.lines), [file, hasHeader]);
	const checked = useMemo(
		() => checkContacts(lines, { targets, groups, takenEmails: known.emails, timeZone: viewerZone }),
		[lines, targets, groups, known],
	);
	const open = useMemo(
		() =>
			checked.flatMap((line): CheckedContact[] => {
				const outcome = outcomes.get(line.line);
				if (outcome?.kind === "added") return [];
				if (outcome === undefined) return [line];
				return [{ ...line, errors: { ...line.errors, ...errorsByTarget(outcome.fields) }, contact: null }];
			}),
		[checked, outcomes],
	);
	const refused = open.filter(({ contact }) => contact === null);
	const good = open.flatMap(({ line, contact }) => (contact ? [{ line, contact }] : []));
	const addedCount = [...outcomes.values()].filter(({ kind }) => kind === "added").length;
	const isRunning = progress !== null;
	const hasStarted = outcomes.size > 0 || isRunning;
	const titles = columnTitles(hasHeader ? (file.lines[0]?.cells ?? []) : null, targets, contactTitles);
	return (
		<DialogStep
			buttons={
				<>
					{!hasStarted && (
						<Button variant="subtle" onClick={onBack}>
							Choose another file
						</Button>
					)}
					<Button variant="default" onClick={onClose}>
						Close
					</Button>
					{(good.length > 0 || !hasStarted) && (
						<Button loading={isRunning} disabled={good.length === 0} onClick={() => void start(good)}>
							{hasStarted ? `Go on with ${countOf(good.length, "contact")}` : `Add ${countOf(good.length, "contact")}`}
						</Button>
					)}
				</>
			}
		>
			<div className={classes.actions}>
				<b>{file.name}</b>
				<span>{countOf(lines.length, "line")}</span>
				<Checkbox
					label="The first line is a header"
					checked={hasHeader}
					disabled={hasStarted}
					onChange={({ currentTarget: { checked: isThere } }) => setHasHeader(isThere)}
				/>
				<Checkbox
					label={`Only lines with errors (${refused.length.toLocaleString("en-US")})`}
					checked={isOnlyErrors}
					onChange={({ currentTarget: { checked: isOnly } }) => setIsOnlyErrors(isOnly)}
				/>
			</div>
			{hasStarted && !isRunning && (
				<section className={classes.dialog} aria-label="What was added">
					<p role="status" className={classes.lead}>
						<b>{countOf(addedCount, "contact")} added.</b> Their addresses are not verified yet, and nothing was sent.
					</p>
					{refused.length > 0 && (
						<div>
							<Button
								variant="default"
								leftSection={<IconDownload size={17} stroke={1.7} />}
								onClick={() => downloadText("contacts-refused.csv", refusedCsv(refused, titles, contactTitles))}
							>
								Download {countOf(refused.length, "refused line")}
							</Button>
						</div>
					)}
				</section>
			)}
			<PreviewTable
				lines={isOnlyErrors ? refused : open}
				titles={titles}
				targetTitles={contactTitles}
				targets={targets}
				onTarget={hasStarted ? null : (column, target) => setTargets(withTarget(targets, column, target))}
			/>
			{progress && (
				<div className={classes.actions}>
					<progress aria-label="Contacts added" value={progress.done} max={progress.total} />
					<span>
						{progress.done.toLocaleString("en-US")} of {progress.total.toLocaleString("en-US")}
					</span>
					<Button variant="default" size="compact-md" onClick={stop}>
						Stop
					</Button>
				</div>
			)}
			<FormFailure failure={failure && `${failure} Nothing is lost: go on when you like, and none is added twice.`} />
			<LeaveQuestion
				isDirty={isRunning}
				name="Import is running"
				question="Contacts are still being added. Leave and stop?"
			/>
		</DialogStep>
	);
}
