import { t } from "../../words/made/first-screen";
import type { TitledMatch } from "./document-title";

export function screenTitle({ loaderData, staticData: { title } }: TitledMatch): string | undefined {
	if (typeof loaderData === "object" && loaderData !== null && "title" in loaderData) {
		if (typeof loaderData.title === "string" && loaderData.title !== "") return loaderData.title;
	}
	return title && t(`title.${title}`);
}
