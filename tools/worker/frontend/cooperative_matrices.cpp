#include "worker/frontend/cooperative_matrices.h"

#include <bit>
#include <set>
#include <vector>

#include <clang/AST/Attr.h>
#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>
#include <clang/Basic/ParsedAttrInfo.h>
#include <clang/Lex/PPCallbacks.h>
#include <clang/Lex/Preprocessor.h>
#include <clang/Sema/ParsedAttr.h>
#include <clang/Sema/Sema.h>

#include "clc/package/matrix_products.h"

namespace clc::worker {
namespace {

constexpr char k_extension[] = "cl_khr_cooperative_matrix";

struct Session {
  bool is_enabled = false;
  std::vector<clang::QualType> types;
  std::set<const void*> made;  // by is_made_matrix()
};
Session session;

// The element of products of a scalar, and of how its bits are read.
std::optional<MatrixElement> product_element(clang::QualType type, Component component) {
  if (const std::optional<Float8> format = float8_of(component))
    return format->is_fnuz ? MatrixElement::k_float8_fnuz : MatrixElement::k_float8;
  const auto* builtin = type->getAs<clang::BuiltinType>();
  if (builtin == nullptr) return std::nullopt;
  switch (builtin->getKind()) {
    case clang::BuiltinType::Char_S:
    case clang::BuiltinType::SChar:
    case clang::BuiltinType::UChar:
    case clang::BuiltinType::Char_U:
      return MatrixElement::k_int8;
    case clang::BuiltinType::Short:
      return MatrixElement::k_int16;
    case clang::BuiltinType::UShort:
      return component == Component::k_bfloat ? MatrixElement::k_bfloat : MatrixElement::k_int16;
    case clang::BuiltinType::Int:
    case clang::BuiltinType::UInt:
      return MatrixElement::k_int32;
    case clang::BuiltinType::Long:
    case clang::BuiltinType::ULong:
      return MatrixElement::k_int64;
    case clang::BuiltinType::Half:
      return MatrixElement::k_half;
    case clang::BuiltinType::Float:
      return component == Component::k_tf32 ? MatrixElement::k_tf32 : MatrixElement::k_float;
    case clang::BuiltinType::Double:
      return MatrixElement::k_double;
    default:
      return std::nullopt;
  }
}

// Declares functions of a matrix type, as Clang declares builtins when they are first used.
class FunctionMaker {
 public:
  explicit FunctionMaker(clang::Sema& sema) : sema_(sema), context_(sema.Context) {}

  void declare_for(clang::QualType matrix) {
    const MatrixType type = *matrix_of(matrix);
    if (type.is_of_group && type.use != MatrixUse::k_accumulator) {
      const clang::QualType pointed =
          context_.getAddrSpaceQualType(element_of(matrix).withConst(), clang::LangAS::opencl_global);
      declare(k_matrix_fetch, context_.VoidTy, {matrix, context_.getPointerType(pointed), context_.getSizeType()});
    } else {
      declare_store(matrix);
    }
    // A variable is private and maybe const; a type is in no address space, or in the generic one.
    for (const clang::LangAS space : {clang::LangAS::opencl_private, clang::LangAS::opencl_generic}) {
      if (space == clang::LangAS::opencl_generic && !sema_.getLangOpts().OpenCLGenericAddressSpace) continue;
      const clang::QualType held = context_.getAddrSpaceQualType(matrix.withConst().withVolatile(), space);
      declare(k_matrix_length, context_.UnsignedIntTy, {context_.getPointerType(held)});
    }
    for (const clang::QualType x : session.types) {
      for (const clang::QualType y : session.types) declare_products(matrix, x, y);
    }
  }

 private:
  void declare_store(clang::QualType matrix) {
    clang::QualType layout = context_.IntTy;
    clang::QualType stride = context_.getSizeType();
    std::vector<clang::LangAS> spaces{clang::LangAS::opencl_global, clang::LangAS::opencl_local};
    if (sema_.getLangOpts().OpenCLGenericAddressSpace) spaces.push_back(clang::LangAS::opencl_generic);
    for (const clang::LangAS space : spaces) {
      const clang::QualType pointed = context_.getAddrSpaceQualType(element_of(matrix), space);
      declare(k_matrix_store, context_.VoidTy, {context_.getPointerType(pointed), matrix, layout, stride});
    }
  }

  // The products of three types in which `matrix` is one.
  void declare_products(clang::QualType matrix, clang::QualType x, clang::QualType y) {
    declare_product(matrix, x, y);
    if (x != matrix) declare_product(x, matrix, y);
    if (x != matrix && y != matrix) declare_product(x, y, matrix);
  }

  void declare_product(clang::QualType a, clang::QualType b, clang::QualType c) {
    if (!unfit(a, b, c).empty()) return;
    declare(k_matrix_product, c, {a, b, c});
    declare(k_matrix_product, c, {a, b, c, context_.IntTy});
  }

  void declare(llvm::StringRef name, clang::QualType result, llvm::ArrayRef<clang::QualType> parameters) {
    clang::TranslationUnitDecl* unit = context_.getTranslationUnitDecl();
    clang::FunctionProtoType::ExtProtoInfo info;
    const clang::QualType type = context_.getFunctionType(result, parameters, info);
    auto* function = clang::FunctionDecl::Create(context_, unit, {}, {}, &context_.Idents.get(name), type,
                                                 context_.getTrivialTypeSourceInfo(type), clang::SC_Extern);
    std::vector<clang::ParmVarDecl*> list;
    for (const clang::QualType parameter : parameters) {
      list.push_back(
          clang::ParmVarDecl::Create(context_, function, {}, {}, nullptr, parameter, nullptr, clang::SC_None, nullptr));
    }
    function->setParams(list);
    function->setImplicit();
    function->addAttr(clang::OverloadableAttr::CreateImplicit(context_));
    function->addAttr(clang::ConvergentAttr::CreateImplicit(context_));
    function->addAttr(clang::NoThrowAttr::CreateImplicit(context_));
    clang::Sema::ContextRAII within(sema_, unit);
    sema_.PushOnScopeChains(function, sema_.TUScope);
  }

  clang::Sema& sema_;
  clang::ASTContext& context_;
};

// coop_mat(scope, rows, columns, use) and, as an extension, how the elements' bits are read.
class MatrixAttribute final : public clang::ParsedAttrInfo {
 public:
  MatrixAttribute() {
    NumArgs = 4;
    OptArgs = 1;
    static constexpr Spelling k_spellings[] = {{clang::ParsedAttr::AS_GNU, "coop_mat"},
                                               {clang::ParsedAttr::AS_GNU, "__coop_mat__"}};
    Spellings = k_spellings;
  }

  bool acceptsLangOpts(const clang::LangOptions& options) const override { return options.OpenCL; }

  AttrHandling handleDeclAttribute(clang::Sema& sema, clang::Decl* declaration,
                                   const clang::ParsedAttr& attribute) const override {
    auto* named = llvm::dyn_cast<clang::TypedefNameDecl>(declaration);
    auto* value = llvm::dyn_cast<clang::DeclaratorDecl>(declaration);
    if (named == nullptr && (value == nullptr || llvm::isa<clang::FunctionDecl>(declaration))) {
      report_matrix_error(sema.Diags, attribute.getLoc(),
                          "'coop_mat' applies to typedefs, variables and parameters only");
      return AttributeNotApplied;
    }
    const clang::QualType before = named != nullptr ? named->getUnderlyingType() : value->getType();
    const clang::QualType type = matrix_type(sema, before, attribute);
    if (type.isNull()) {
      declaration->setInvalidDecl();
      return AttributeNotApplied;
    }
    clang::TypeSourceInfo* info = sema.Context.getTrivialTypeSourceInfo(type, declaration->getLocation());
    session.made.insert(info->getTypeLoc().getOpaqueData());
    if (named != nullptr) {
      named->setTypeSourceInfo(info);
    } else {
      value->setType(type);
      value->setTypeSourceInfo(info);
    }
    return AttributeApplied;
  }

 private:
  static clang::QualType refuse(clang::Sema& sema, clang::SourceLocation place, const std::string& text) {
    report_matrix_error(sema.Diags, place, text);
    return {};
  }

  static clang::QualType matrix_type(clang::Sema& sema, clang::QualType scalar, const clang::ParsedAttr& attribute) {
    const clang::SourceLocation place = attribute.getLoc();
    if (!sema.PP.isMacroDefined(k_extension))
      return refuse(sema, place, std::string("this target has no ") + k_extension);
    if (!session.is_enabled) {
      return refuse(sema, place,
                    std::string("cooperative matrices need #pragma OPENCL EXTENSION ") + k_extension + " : enable");
    }
    const std::optional<bool> is_of_group = scope(sema, attribute);
    if (!is_of_group) {
      return refuse(sema, place,
                    "the scope of a cooperative matrix must be memory_scope_sub_group or memory_scope_work_group");
    }
    const auto rows = number(sema, attribute, 1);
    const auto columns = number(sema, attribute, 2);
    const auto use = number(sema, attribute, 3);
    const auto component = attribute.getNumArgs() > 4 ? number(sema, attribute, 4) : 0;
    const std::string wrong_size = size_error(rows, columns, *is_of_group);
    if (!wrong_size.empty()) return refuse(sema, place, wrong_size);
    if (!use || *use > static_cast<unsigned>(MatrixUse::k_accumulator)) {
      return refuse(sema, place,
                    "the use of a cooperative matrix must be CLK_COOPERATIVE_MATRIX_A, _B or _ACCUMULATOR");
    }
    MatrixType type = {
        .rows = *rows, .columns = *columns, .use = static_cast<MatrixUse>(*use), .is_of_group = *is_of_group};
    const std::string wrong = set_component(sema, scalar, component, type);
    if (!wrong.empty()) return refuse(sema, place, wrong);
    return complete(sema, scalar, type);
  }

  static clang::QualType complete(clang::Sema& sema, clang::QualType scalar, const MatrixType& type) {
    const clang::Qualifiers qualifiers = scalar.getQualifiers();
    const clang::QualType element = scalar.getCanonicalType().getUnqualifiedType();
    const clang::QualType matrix = sema.Context.getExtVectorType(element, vector_length(type));
    if (!llvm::is_contained(session.types, matrix)) {
      session.types.push_back(matrix);
      FunctionMaker(sema).declare_for(matrix);
    }
    return sema.Context.getQualifiedType(matrix, qualifiers);
  }

  // Says what is wrong with the shape; empty when nothing is.
  static std::string size_error(std::optional<unsigned> rows, std::optional<unsigned> columns, bool is_of_group) {
    const unsigned least = is_of_group ? k_least_of_group : 1;
    const unsigned most = is_of_group ? k_most_of_group : k_most_rows;
    const auto is_size = [&](std::optional<unsigned> size) {
      return size && std::has_single_bit(*size) && *size >= least && *size <= most;
    };
    if (!is_size(rows) || !is_size(columns)) {
      return is_of_group
                 ? "rows and columns of a matrix of a work-group must be powers of two from " + std::to_string(least) +
                       " to " + std::to_string(most)
                 : "rows and columns of a cooperative matrix must be powers of two up to " + std::to_string(most);
    }
    if (!is_of_group && *rows * *columns > k_most_elements)
      return "a cooperative matrix has at most " + std::to_string(k_most_elements) + " elements";
    return {};
  }

  // True for the work-group, false for the sub-group, null for others. By its name: Clang takes a single name as the
  // first argument for no expression.
  static std::optional<bool> scope(clang::Sema& sema, const clang::ParsedAttr& attribute) {
    constexpr unsigned k_sub_group_of_spirv = 3;
    if (attribute.isArgIdent(0)) {
      const llvm::StringRef name = attribute.getArgAsIdent(0)->getIdentifierInfo()->getName();
      if (name == "memory_scope_work_group") return true;
      if (name == "memory_scope_sub_group" || name == "CLK_COOPERATIVE_MATRIX_SCOPE_SUBGROUP") return false;
      return std::nullopt;
    }
    if (number(sema, attribute, 0) == k_sub_group_of_spirv) return false;
    return std::nullopt;
  }

  static std::optional<unsigned> number(clang::Sema& sema, const clang::ParsedAttr& attribute, unsigned index) {
    if (!attribute.isArgExpr(index)) return std::nullopt;
    const clang::Expr* expression = attribute.getArgAsExpr(index);
    if (expression->isValueDependent()) return std::nullopt;
    const auto value = expression->getIntegerConstantExpr(sema.Context);
    if (!value || value->isNegative() || value->getActiveBits() > 31) return std::nullopt;
    return static_cast<unsigned>(value->getZExtValue());
  }

  // Says what is wrong with the element; empty when nothing is.
  static std::string set_component(clang::Sema& sema, clang::QualType scalar, std::optional<unsigned> given,
                                   MatrixType& type) {
    const clang::QualType element = scalar.getCanonicalType().getUnqualifiedType();
    const auto plain = product_element(element, Component::k_plain);
    if (!plain) return "a cooperative matrix cannot have elements of type '" + scalar.getAsString() + "'";
    if (given == 0U) {
      // Accumulators of all types convert into each other.
      const bool is_factor = type.use != MatrixUse::k_accumulator;
      type.component = is_factor && element->isSignedIntegerType() ? Component::k_signed : Component::k_plain;
      return {};
    }
    type.component = static_cast<Component>(given.value_or(0));
    if (!is_read_as(sema, element, type.component)) {
      return "the fifth argument of 'coop_mat' must be CLK_COOPERATIVE_MATRIX_BFLOAT16_CLC for ushort, "
             "CLK_COOPERATIVE_MATRIX_TF32_CLC for float, or _E4M3_CLC, _E5M2_CLC, _E4M3FNUZ_CLC or _E5M2FNUZ_CLC for "
             "uchar";
    }
    if (type.use == MatrixUse::k_accumulator)
      return "bfloat16, tf32 and fp8 are for matrices A and B: accumulate in float";
    return {};
  }

  // True where the bits of such a scalar are read so.
  static bool is_read_as(clang::Sema& sema, clang::QualType element, Component component) {
    if (float8_of(component)) return element == sema.Context.UnsignedCharTy;
    if (component == Component::k_bfloat) return element == sema.Context.UnsignedShortTy;
    return component == Component::k_tf32 && element == sema.Context.FloatTy;
  }
};

const clang::ParsedAttrInfoRegistry::Add<MatrixAttribute> registered("coop_mat", "cooperative matrices");

void replace_all(std::string& text, const std::string& from, const std::string& to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
}

// Notes the pragma.
class PragmaListener final : public clang::PPCallbacks {
 public:
  void PragmaOpenCLExtension(clang::SourceLocation /*at*/, const clang::IdentifierInfo* name,
                             clang::SourceLocation /*state_at*/, unsigned state) override {
    if (name->getName() == k_extension) session.is_enabled = state != 0;
  }
};

}  // namespace

void report_matrix_error(clang::DiagnosticsEngine& diagnostics, clang::SourceLocation place, const std::string& text) {
  diagnostics.Report(place, diagnostics.getCustomDiagID(clang::DiagnosticsEngine::Error, "%0")) << text;
}

std::optional<MatrixType> matrix_of(clang::QualType type) {
  if (type.isNull() || type->isDependentType()) return std::nullopt;
  const auto* vector = type->getAs<clang::ExtVectorType>();
  const bool is_made = vector != nullptr && llvm::is_contained(session.types, vector->getCanonicalTypeInternal());
  return is_made ? matrix_of_length(vector->getNumElements()) : std::nullopt;
}

bool is_made_matrix(clang::TypeLoc type) {
  return session.made.contains(type.getOpaqueData());
}

clang::QualType element_of(clang::QualType matrix) {
  return matrix->castAs<clang::ExtVectorType>()->getElementType().getCanonicalType().getUnqualifiedType();
}

std::string unfit(clang::QualType a, clang::QualType b, clang::QualType c) {
  const auto first = matrix_of(a);
  const auto second = matrix_of(b);
  const auto third = matrix_of(c);
  if (!first || first->use != MatrixUse::k_a) return "the first argument must be a matrix of CLK_COOPERATIVE_MATRIX_A";
  if (!second || second->use != MatrixUse::k_b)
    return "the second argument must be a matrix of CLK_COOPERATIVE_MATRIX_B";
  if (!third || third->use != MatrixUse::k_accumulator)
    return "the third argument must be a matrix of CLK_COOPERATIVE_MATRIX_ACCUMULATOR";
  if (first->is_of_group != third->is_of_group || second->is_of_group != third->is_of_group)
    return "the scopes do not fit: all three matrices must be of a sub-group, or of a work-group";
  const auto shape = [](const MatrixType& type) {
    return std::to_string(type.rows) + "x" + std::to_string(type.columns);
  };
  if (first->columns != second->rows || first->rows != third->rows || second->columns != third->columns) {
    return "the shapes do not fit: " + shape(*first) + " by " + shape(*second) + " added to " + shape(*third);
  }
  const auto is_product = [&](clang::QualType left, clang::QualType right, clang::QualType sum) {
    const auto x = product_element(element_of(left), first->component);
    const auto y = product_element(element_of(right), second->component);
    const auto z = product_element(element_of(sum), third->component);
    return x && y && z && is_matrix_product(*x, *y, *z);
  };
  if (is_product(a, b, c)) return {};
  const auto name = [](clang::QualType matrix, const MatrixType& type) {
    const std::string component = component_name(type.component);
    return element_of(matrix).getAsString() + (component.empty() ? "" : " (" + component + ")");
  };
  return "the element types do not fit: " + name(a, *first) + " by " + name(b, *second) + " added to " +
         name(c, *third);
}

void begin_matrices(clang::Preprocessor& preprocessor) {
  session = {};
  preprocessor.addPPCallbacks(std::make_unique<PragmaListener>());
}

bool has_matrices() {
  return !session.types.empty();
}

void name_matrices(std::string& message) {
  for (const clang::QualType type : session.types) {
    const auto* vector = type->castAs<clang::ExtVectorType>();
    const unsigned length = vector->getNumElements();
    const std::string element = "'" + vector->getElementType().getAsString() + "'";
    const std::string name = "coop_mat(" + to_text(*matrix_of_length(length)) + ")";
    const std::string count = std::to_string(length);
    replace_all(message, "vector of " + count + " " + element + " values", element + ", " + name);
    replace_all(message, "ext_vector_type(" + count + ")", name);
  }
}

}  // namespace clc::worker
