import { specifiedFormats } from "../../../shared/formats/display-formats";
import { formatsOfLanguage } from "../../../shared/formats/language-formats";
import { pageLanguage } from "../../base/page-language";
import { setCompanyFormats } from "../../ui/display-formats";

// Times of a page without a company read as people write them in its language.
setCompanyFormats({ ...specifiedFormats, ...formatsOfLanguage(pageLanguage) });
