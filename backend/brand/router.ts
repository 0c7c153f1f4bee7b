import { KeepBrandImage, PreviewBrand, PublishBrand, RevertBrand, SaveBrandDraft } from "../../shared/account/brand";
import { procedureFor, router } from "../base/trpc";
import { getBrand, publishBrand, revertBrand, saveBrandDraft } from "./edit-brand";
import { keepBrandImage } from "./keep-image";
import { previewBrand } from "./preview-brand";

export const brandRouter = router({
	getBrand: procedureFor("customize").query(({ ctx }) => getBrand({ ctx, input: undefined })),
	saveBrandDraft: procedureFor("customize").input(SaveBrandDraft).mutation(saveBrandDraft),
	publishBrand: procedureFor("customize").input(PublishBrand).mutation(publishBrand),
	revertBrand: procedureFor("customize").input(RevertBrand).mutation(revertBrand),
	keepBrandImage: procedureFor("customize", {
		unaudited: "Nothing names the image yet; the draft that does is audited.",
	})
		.input(KeepBrandImage)
		.mutation(keepBrandImage),
	previewBrand: procedureFor("customize").input(PreviewBrand).query(previewBrand),
});
