import { Textarea, TextInput } from "@mantine/core";
import type { GetInputPropsReturnType } from "@mantine/form";
import type { PlainText } from "../../shared/base/plain-fields";

type PlainTextInputProps = {
	field: PlainText;
	input: GetInputPropsReturnType;
	description?: string;
	className?: string | undefined;
	maxRows?: number;
	autoComplete?: string | undefined;
};

export function PlainTextInput({ field, input, maxRows = 6, ...props }: PlainTextInputProps) {
	if (field.kind === "line") return <TextInput label={field.label} {...props} {...input} />;
	return <Textarea label={field.label} maxRows={maxRows} {...props} {...input} />;
}
