import { Menu, Tooltip } from "@mantine/core";
import { IconChevronDown, IconDownload } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Fragment, lazy, Suspense, useState } from "react";
import { toast } from "sonner";
import type { ApiCall } from "../../../../shared/account/api-call";
import type { ExportForm, ExportFormat } from "../../../../shared/log/log-export";
import { startDownload } from "../../../api/start-download";
import type { reportSearch } from "../../../entities/report";
import { PlainButton } from "../../../ui/form/buttons";
import { useValueStyle } from "../../../ui/value-display";
import { t } from "../../../words/made/log";
import classes from "../log.module.css";
import { CsvFormDialog, csvFormLabel } from "./csv-form-dialog";
import { type ExportSubject, exportAddress, logCalls, logExport, useCsvForm } from "./log-export";

const ApiCallDialog = lazy(async () => ({
	default: (await import("../../../ui/table/api-call-dialog")).ApiCallDialog,
}));

const forms: { form: ExportForm; title: string }[] = [
	{ form: "wide", title: t("export.wide") },
	{ form: "long", title: t("export.long") },
];
const formats: { format: ExportFormat; name: string }[] = [
	{ format: "csv", name: "CSV" },
	{ format: "xlsx", name: "Excel" },
	{ format: "json", name: "JSON" },
];

const noExportStatus = 501;
const toastId = "log-export";

type ExportMenuProps = {
	subject: ExportSubject;
	report?: ReturnType<typeof reportSearch> | null;
};

export function ExportMenu({ subject, report = null }: ExportMenuProps) {
	const csv = useCsvForm();
	const navigate = useNavigate();
	const [isFormOpen, setIsFormOpen] = useState(false);
	const [calls, setCalls] = useState<ApiCall[] | null>(null);
	const address = (format: ExportFormat, form: ExportForm) =>
		exportAddress(logExport({ ...subject, format, form, csv }));
	const exporting = useMutation({
		mutationFn: startDownload,
		onMutate: () => void toast.loading(t("export.preparing"), { id: toastId }),
		onSuccess: (denial) => {
			if (denial === null) toast.success(t("export.started"), { id: toastId });
			else toast.error(sentenceOf(denial.httpStatus), { id: toastId });
		},
		onError: () => {
			toast.error(t("export.failed.connection"), { id: toastId });
		},
	});
	const hasNone = exporting.data?.httpStatus === noExportStatus;
	return (
		<>
			<Menu width={250}>
				<Tooltip label={t("export.unsupported")} disabled={!hasNone}>
					<Menu.Target>
						<PlainButton
							className={classes.control}
							leftSection={<IconDownload size={16} stroke={1.7} />}
							rightSection={<IconChevronDown size={14} />}
							loading={exporting.isPending}
							disabled={hasNone}
						>
							{t("export")}
						</PlainButton>
					</Menu.Target>
				</Tooltip>
				<Menu.Dropdown>
					{forms.map(({ form, title }) => (
						<Fragment key={form}>
							<Menu.Label>{title}</Menu.Label>
							{formats.map(({ format, name }) => (
								<Menu.Item key={format} onClick={() => exporting.mutate(address(format, form))}>
									{form === "wide"
										? t("export.wide.format", { format: name })
										: t("export.long.format", { format: name })}
								</Menu.Item>
							))}
						</Fragment>
					))}
					{report !== null && (
						<>
							<Menu.Divider />
							<Menu.Item onClick={() => void navigate({ to: "/reports/new", search: report })}>{t("report")}</Menu.Item>
						</>
					)}
					<Menu.Divider />
					<Menu.Item onClick={() => setCalls(logCalls(subject))}>{t("apiCall")}</Menu.Item>
					<Menu.Item onClick={() => setIsFormOpen(true)}>
						{t("csv.title.current", { form: csvFormLabel(csv) })}
					</Menu.Item>
					<Menu.Label>{useValueStyle().units === null ? t("export.sorted") : t("export.sorted.measured")}</Menu.Label>
				</Menu.Dropdown>
			</Menu>
			{calls && (
				<Suspense>
					<ApiCallDialog calls={calls} isWider={subject.shown.values !== undefined} onClose={() => setCalls(null)} />
				</Suspense>
			)}
			<CsvFormDialog isOpen={isFormOpen} form={csv} onClose={() => setIsFormOpen(false)} />
		</>
	);
}

function sentenceOf(httpStatus: number): string {
	if (httpStatus === noExportStatus) return t("export.unsupported");
	if (httpStatus === 401) return t("export.signedOut");
	if (httpStatus === 403) return t("export.denied");
	if (httpStatus === 409) return t("export.otherPerson");
	if (httpStatus === 429) return t("export.tooOften");
	if (httpStatus === 400 || httpStatus === 414) return t("export.tooMuch");
	return t("export.failed");
}
